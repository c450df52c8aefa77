// What is around the page's scripts, played: its worker, clipboard and files; and what there is to be seen.
globalThis.played = {
  notes: [],
  parts: { osc: {}, csi: {}, selected: "" },
  note: (text) => played.notes.push(text),

  does: {
    say: (message) => worker.onmessage({ data: JSON.parse(message) }),
    osc(told) {
      const at = told.indexOf(";");
      played.parts.osc[told.slice(0, at)](told.slice(at + 1));
    },
    csi: (told) => played.parts.csi[told.replace(/\d+/, "")]([Number(/\d+/.exec(told))]),
    cursor(told) { [played.parts.active.cursorX, played.parts.active.cursorY] = told.split(" ").map(Number); },
    touch(told) {
      const target = document.querySelector(".xterm-screen");
      const { left, top } = target.getBoundingClientRect();
      for (const one of told.split(", ")) {
        const [name, identifier, x, y] = one.split(" ");
        const at = { identifier: Number(identifier), target, clientX: left + Number(x), clientY: top + Number(y) };
        target.dispatchEvent(new TouchEvent(`touch${name}`, { changedTouches: [new Touch(at)], bubbles: true, cancelable: true }));
      }
    },
    select(text) { played.parts.selected = text; },
    go(address) { location.hash = address; },
    back: () => history.back(),
    size(told) {
      const [cols, rows] = told.split(" ").map(Number);
      played.parts.resize({ cols, rows });
    },
    drop(told) {
      const dataTransfer = new DataTransfer();
      for (const one of told.split(", ")) dataTransfer.items.add(played.file(one));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    choose(told) {
      const { items, files } = new DataTransfer();
      items.add(played.file(told));
      played.input.files = files;
      played.input.dispatchEvent(new Event("change"));
    },
    cancel: () => played.input.dispatchEvent(new Event("cancel")),
    refuse() { played.refuses = true; },
  },

  // A file of a name, and behind a blank what is in it; "bytes" is no text, "large" is too much.
  file(told) {
    const [, name, text] = /^(\S+) (.*)$/.exec(told);
    const file = new File([text === "bytes" ? new Uint8Array([255, 254]) : text], name);
    if (text === "large") Object.defineProperty(file, "size", { value: 50_000_001 });
    return file;
  },

  // Of each cell a letter of its image's colour: red, green, blue or none.
  drawn() {
    const canvas = document.querySelector("canvas.images");
    if (!canvas || !canvas.width) return [];
    const context = canvas.getContext("2d");
    const [wide, tall] = [canvas.width / 8, canvas.height / 4];
    const rows = Array.from({ length: 4 }, (_, row) => Array.from({ length: 8 }, (_, column) => {
      const dot = context.getImageData((column + 0.5) * wide, (row + 0.5) * tall, 1, 1).data;
      return dot[3] ? "RGB"[dot.slice(0, 3).indexOf(255)] ?? "?" : ".";
    }).join(""));
    return rows.some((row) => /[^.]/.test(row)) ? rows : [];
  },

  seen() {
    const shown = (id) => document.getElementById(id)?.checkVisibility();
    const typing = document.getElementById("typing");
    const at = document.activeElement;
    const name = at === document.body ? "nothing" : at.getAttribute("aria-label") ?? at.textContent.trim();
    const bar = shown("keys") ? `${typing.getAttribute("aria-pressed") === "true" ? "with" : "without"} a keyboard` : "";
    return [
      ["page", document.body.className || "not shown"],
      ["words", document.getElementById("words").checkVisibility() ? document.getElementById("words").textContent : ""],
      ["trouble", shown("trouble") ? document.getElementById("cause").textContent : ""],
      ["address", location.hash],
      ["asks before it is closed", window.onbeforeunload ? "yes" : ""],
      ["clipboard", played.copied ?? ""],
      ["keys go to", name],
      ["bar of keys", bar],
      ["this tab remembers", ["table", "take"].map((key) => sessionStorage.getItem(key) || "").join(" ").trim()],
      ...played.drawn().map((row, at) => [`images in row ${at}`, row]),
    ].filter(([, what]) => what).map(([what, how]) => `${what}: ${how}`);
  },
};

globalThis.Worker = class {
  constructor(url) {
    this.url = url;
    if (url === "arcade.js") globalThis.worker = this;
  }
  postMessage(message) { played.note(`${this.url} hears ${JSON.stringify(message)}`); }
  terminate() { played.note(`${this.url} is ended`); }
};
Object.defineProperty(navigator, "clipboard", { value: {
  async writeText(text) {
    if (played.refuses) throw new Error("not here");
    played.copied = text;
  },
} });
HTMLInputElement.prototype.click = function () {
  played.input = this;
  played.note("a file is asked for");
};
const blobs = new Map();
const { createObjectURL } = URL;
URL.createObjectURL = (blob) => {
  const url = createObjectURL(blob);
  blobs.set(url, blob);
  return url;
};
HTMLAnchorElement.prototype.click = function () {
  const blob = blobs.get(this.href);
  blob.text().then((text) => played.note(`saved as ${this.download}, ${blob.type}: ${text}`));
};
