// What is seen until the arcade is there: its menu, as it was drawn when this page was made, and how far it has come.
import { fetchFile } from "./fetching.js";

const MB = 1e6;

// What two pictures have in common of a row that is so far from an edge: as it stands in every size between theirs.
function common(one = "", other = "") {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one === other ? one : one.slice(0, end).replace(/\x1b[^m]*$/, "");
}

// Of the menu what stands in its place whatever the size: between the next smaller and the next larger picture.
function placed(drawn, columns, rows) {
  const sizes = Object.keys(drawn.sizes).map((size) => size.split("x").map(Number)).sort(([a, b], [c, d]) => a * b - c * d);
  const small = sizes.findLast(([wide, tall]) => wide <= columns && tall <= rows);
  const large = sizes.find(([wide, tall]) => wide >= columns && tall >= rows);
  if (!small || !large) return "";
  const [below, above] = [small, large].map((size) => drawn.sizes[size.join("x")].map((row) => drawn.rows[row]));
  let text = "";
  for (let row = 0; row < rows; row++) {
    const fromTop = common(below[row], above[row]);
    const fromBottom = common(below.at(row - rows), above.at(row - rows));
    text += `\x1b[${row + 1}H${fromBottom.length > fromTop.length ? fromBottom : fromTop}\x1b[0m\x1b[K`;
  }
  return text;
}

// `living`: whether the arcade itself draws already.
export async function showMenu(terminal, living) {
  const drawn = await fetchFile("vendor/menu.json.zst", "application/json").then((answer) => answer.json()).catch(() => ({ sizes: {} }));
  if (!living()) terminal.write(`\x1b[?25l\x1b[?7l${placed(drawn, terminal.cols, terminal.rows)}\x1b[0m\x1b[?7h`);
}

const ENTRY = /(?<=^|[ █])([1-9a-z]) [A-Z][\w' ]*?(?=  |$)/g;
const [NEAR, BESIDE] = [2, 14]; // rows, and columns to the right, that an entry reaches from its name; a game's picture is on the left

// The key of the entry of this menu that a click is on, or "".
export function keyAt(terminal, { clientX, clientY }) {
  const room = terminal.element.querySelector(".xterm-screen").getBoundingClientRect();
  const column = ((clientX - room.left) / room.width) * terminal.cols;
  const row = Math.floor(((clientY - room.top) / room.height) * terminal.rows);
  let [found, near] = ["", NEAR];
  for (let y = row - NEAR; y <= row + NEAR; y++) {
    const line = terminal.buffer.active.getLine(y)?.translateToString(true) ?? "";
    for (const { 0: { length }, 1: key, index } of line.matchAll(ENTRY)) {
      const from = key > "9" ? index - NEAR : 0;
      if (column >= from && column < index + length + BESIDE && Math.abs(y - row) <= near) [found, near] = [key, Math.abs(y - row)];
    }
  }
  return found;
}

// `known`: whether all is kept here from an earlier visit, so that nothing is fetched that is worth counting.
export function loadingText(come, total, known) {
  if (known) return "Getting ready …";
  if (come >= total) return "Starting …";
  return `Getting ready … ${(come / MB).toFixed(0)} of ${(total / MB).toFixed(0)} MB`;
}
