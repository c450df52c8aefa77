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
  const sizes = Object.keys(drawn).map((size) => size.split("x").map(Number)).sort(([a, b], [c, d]) => a * b - c * d);
  const small = sizes.findLast(([wide, tall]) => wide <= columns && tall <= rows);
  const large = sizes.find(([wide, tall]) => wide >= columns && tall >= rows);
  if (!small || !large) return "";
  const [below, above] = [small, large].map((size) => drawn[size.join("x")].split("\r\n"));
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
  const drawn = await fetchFile("vendor/menu.json.zst", "application/json").then((answer) => answer.json()).catch(() => ({}));
  if (!living()) terminal.write(`\x1b[?25l\x1b[?7l${placed(drawn, terminal.cols, terminal.rows)}\x1b[0m\x1b[?7h`);
}

// `known`: whether all is kept here from an earlier visit, so that nothing is fetched that is worth counting.
export function loadingText(come, total, known) {
  if (known) return "Getting ready …";
  if (come >= total) return "Starting …";
  return `Getting ready … ${(come / MB).toFixed(0)} of ${(total / MB).toFixed(0)} MB`;
}
