// The terminal as it looks: its letters, how large they are, and who draws them.
import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";

const FONT = "Marbles Mono"; // has every sign that the arcade draws with, all of one width
const FAMILY = `"${FONT}", "DejaVu Sans Mono", Menlo, Consolas, monospace`;
const ADVANCE = 1233 / 2048; // width of its letters, as a part of their size
// Of a line above and below its ground, as in page.css: a little less than what blocks fill, as browsers round it.
const LINE = [0.9075, 0.22];
const LARGEST = 16.7, READABLE = 11, SMALLEST = 5; // pixels of a letter
const USUAL = [80, 24], LEAST = [60, 18];
const PATIENCE = 4000; // milliseconds that letters may take to come

async function letters() {
  const come = Promise.all(["", "bold "].map((weight) => document.fonts.load(`${weight}16px "${FONT}"`)));
  await Promise.race([come, new Promise((resolve) => setTimeout(resolve, PATIENCE))]).catch(() => {});
}

// A graphics card draws blocks and lines without gaps, and faster; where there is none, the browser draws letters.
function hasCard() {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  const told = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context?.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : context.RENDERER) ?? "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context) && !/swiftshader|llvmpipe|software|basic render/i.test(name); // a card that is only played
}

async function drawWithCard(terminal) {
  if (!hasCard()) return false;
  try {
    const { WebglAddon } = await import("./vendor/addon-webgl.mjs");
    const card = new WebglAddon();
    card.onContextLoss(() => card.dispose());
    terminal.loadAddon(card);
    return true;
  } catch (error) {
    console.info("drawn without a graphics card:", error.message);
    return false;
  }
}

// The terminal rounds itself to whole pixels of the page, and its cells are then a fraction of the screen's own, with gaps
// between blocks: with these it is as large as its cells are, of whole pixels of the screen.
function keepCellsWhole(terminal) {
  const renderer = terminal._core._renderService._renderer.value;
  const update = renderer._updateDimensions;
  if (!update) return;
  const chars = terminal._core._charSizeService;
  const { round } = Math;
  renderer._updateDimensions = () => {
    const pixel = devicePixelRatio;
    const wide = round(chars.width * pixel);
    const high = LINE.reduce((sum, part) => sum + round((part * wide) / ADVANCE), 0);
    Object.assign(chars, { width: wide / pixel, height: (high - 0.01) / pixel }); // rounded up to it
    Math.round = Number;
    try {
      update.call(renderer);
    } finally {
      Math.round = round;
    }
  };
}

// The terminal has the page laid out anew for each letter that it draws first, to see how wide it is: a canvas tells that at
// once.
function measureByCanvas(terminal) {
  const widths = terminal._core._renderService._renderer.value._widthCache;
  if (!widths?._measure) return;
  const [BOLD, ITALIC] = [1, 2];
  const canvas = document.createElement("canvas").getContext("2d");
  widths._measure = (text, variant) => {
    canvas.font = `${variant & ITALIC ? "italic" : ""} ${variant & BOLD ? "bold" : ""} ${terminal.options.fontSize}px ${FAMILY}`;
    return canvas.measureText(text).width;
  };
}

// Sizes from the largest down with which a cell is a whole number of the screen's own pixels wide: else there would be gaps
// between blocks. On a fine screen browsers place letters by parts of a pixel: there these are a little larger than their cells.
function* sizes(smallest) {
  const pixel = ADVANCE * devicePixelRatio;
  const more = devicePixelRatio < 1.5 ? 0.001 : 0.4;
  for (let wide = Math.floor(LARGEST * pixel); wide > 0 && wide / pixel >= smallest; wide--) yield (wide + more) / pixel;
}

// The largest letters with which so many columns and rows fit; null if none do that are as large as the smallest.
function fitting(terminal, fit, [columns, rows], smallest) {
  for (const size of sizes(smallest)) {
    terminal.options.fontSize = size;
    const room = fit.proposeDimensions();
    if (room && room.cols >= columns && room.rows >= rows) return size;
  }
  return null;
}

function fitWindow(terminal, fit) {
  const size = fitting(terminal, fit, USUAL, READABLE) ?? fitting(terminal, fit, LEAST, SMALLEST) ?? SMALLEST;
  if (terminal.options.fontSize !== size) terminal.options.fontSize = size;
  fit.fit();
}

// Whether dark letters are read better on a colour.
function isLight(colour) {
  const [red, green, blue] = [colour >> 16, (colour >> 8) & 255, colour & 255];
  return 0.3 * red + 0.6 * green + 0.1 * blue > 140;
}

// The page around the terminal takes the colour of the terminal's edge.
function followGround(terminal) {
  const theme = document.querySelector('meta[name="theme-color"]');
  const page = document.documentElement.style;
  let ground = -1;
  terminal.onRender(() => {
    const buffer = terminal.buffer.active;
    const edge = buffer.getLine(buffer.baseY + Math.floor(terminal.rows / 2))?.getCell(0);
    if (!edge?.isBgRGB() || edge.getBgColor() === ground) return;
    ground = edge.getBgColor();
    const colour = `#${ground.toString(16).padStart(6, "0")}`;
    theme.content = colour;
    page.setProperty("--ground", colour);
    page.setProperty("--ink", isLight(ground) ? "#33271a" : "#ede7d3");
    terminal.options.theme = { ...terminal.options.theme, background: colour };
  });
}

export async function openTerminal(place) {
  await letters();
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim();
  const terminal = new Terminal({
    allowProposedApi: true,
    altClickMovesCursor: false,
    cursorBlink: false,
    cursorInactiveStyle: "none",
    fontFamily: FAMILY,
    fontSize: LARGEST,
    macOptionClickForcesSelection: true,
    rescaleOverlappingGlyphs: true,
    scrollback: 0,
    theme: { background: ground, foreground: "#f0ead8" },
    windowOptions: { getCellSizePixels: true }, // else images.js does not even hear the question
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(place);
  if (!(await drawWithCard(terminal))) {
    keepCellsWhole(terminal);
    measureByCanvas(terminal);
  }
  fitWindow(terminal, fit);
  followGround(terminal);
  terminal.onTitleChange((title) => { document.title = title || "Marbles"; });
  new ResizeObserver(() => fitWindow(terminal, fit)).observe(place);
  return terminal;
}
