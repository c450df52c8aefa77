// The arcade's marbles as images over the terminal's cells: what it uses of kitty's graphics, for a terminal that has none.
// What it sends of them goes on to the terminal as an OSC, which tells it to us in its order.
const OURS = 7711;
const NAME = "\x1bP>|marbles 1\x1b\\";
const FINEST = 14; // pixels of a cell's width that images are painted for: Python paints them, and finer ones take it long

export const withImages = (text) => text.replaceAll("\x1b_G", `\x1b]${OURS};`);

async function picture(keys, data) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const dots = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const colours = new Uint8ClampedArray(await new Response(dots).arrayBuffer());
  return createImageBitmap(new ImageData(colours, Number(keys.s), Number(keys.v)));
}

export function giveImages(terminal, place) {
  const canvas = document.createElement("canvas");
  const screen = place.querySelector(".xterm-screen");
  canvas.className = "images";
  screen.append(canvas);
  const images = new Map(); // by their numbers; null until they are unpacked
  const placed = new Map(); // by the numbers of image and placement
  let coming = null; // an image that comes in parts
  let due = false;
  let painted = null; // the pixels of a cell that images are painted for: a page that comes to another screen has others

  // The pixels of a cell, of the screen where they are not too fine.
  function cell() {
    const { width, height } = screen.getBoundingClientRect();
    const [wide, tall] = [width / terminal.cols, height / terminal.rows];
    const scale = Math.min(devicePixelRatio, FINEST / wide);
    return [Math.round(wide * scale), Math.round(tall * scale)];
  }

  function draw() {
    due = false;
    const [wide, tall] = painted ?? cell();
    [canvas.width, canvas.height] = [wide * terminal.cols, tall * terminal.rows];
    const context = canvas.getContext("2d");
    const shown = Array.from(placed.values()).sort((one, other) => one.z - other.z);
    for (const { image, column, row, x, y, w, h } of shown) {
      const found = images.get(image);
      if (!found) continue;
      const size = [w || found.width, h || found.height];
      context.drawImage(found, 0, 0, ...size, column * wide + x, row * tall + y, ...size);
    }
  }

  function drawSoon() {
    if (!due) requestAnimationFrame(draw);
    due = true;
  }

  const does = {
    q: (keys) => terminal.input(`\x1b_Gi=${keys.i};OK\x1b\\`, false),
    t(keys, data) {
      const image = (coming ??= { keys, data: "" });
      image.data += data;
      if (keys.m === "1") return;
      coming = null;
      const number = image.keys.i;
      images.set(number, null);
      picture(image.keys, image.data).then((found) => {
        if (images.get(number) === null) images.set(number, found);
        drawSoon();
      });
    },
    p(keys) {
      const { cursorX: column, cursorY: row } = terminal.buffer.active;
      const [x, y, z, w, h] = ["X", "Y", "z", "w", "h"].map((key) => Number(keys[key] ?? 0));
      placed.set(`${keys.i} ${keys.p}`, { image: keys.i, column, row, x, y, z, w, h });
    },
    d(keys) {
      if (keys.d === "i") placed.delete(`${keys.i} ${keys.p}`);
      else placed.clear();
      if (keys.d === "A") images.clear();
    },
  };
  terminal.parser.registerOscHandler(OURS, (told) => {
    const [head, data = ""] = told.split(";");
    const keys = Object.fromEntries(head.split(",").map((pair) => pair.split("=")));
    does[coming ? "t" : keys.a](keys, data);
    drawSoon();
    return true;
  });
  // Who are you, and how large is a cell?
  terminal.parser.registerCsiHandler({ prefix: ">", final: "q" }, () => {
    terminal.input(NAME, false);
    return true;
  });
  terminal.parser.registerCsiHandler({ final: "t" }, ([kind]) => {
    if (kind !== 16) return false;
    painted = cell();
    terminal.input(`\x1b[6;${painted[1]};${painted[0]}t`, false);
    return true;
  });
}
