// What is seen until the arcade is there: its menu, as it was drawn when this page was made, and how far it has come.
import { fetchFile } from "./fetching.js";

const MB = 1e6;

// The largest picture that fits into the terminal.
function placed(drawn, columns, rows) {
  const sizes = Object.keys(drawn).map((size) => size.split("x").map(Number));
  const fit = sizes.filter(([wide, tall]) => wide <= columns && tall <= rows).sort(([a, b], [c, d]) => c * d - a * b)[0];
  if (!fit) return "";
  const lines = drawn[fit.join("x")].split("\r\n");
  return lines.map((line, row) => `\x1b[${row + 1}H${line}`).join("");
}

// `living`: whether the arcade itself draws already.
export async function showMenu(terminal, living) {
  const drawn = await fetchFile("menu.json.gz", "application/json").then((answer) => answer.json()).catch(() => ({}));
  if (!living()) terminal.write(`\x1b[?25l\x1b[?7l${placed(drawn, terminal.cols, terminal.rows)}\x1b[0m\x1b[?7h`);
}

// `known`: whether all is kept here from an earlier visit, so that nothing is fetched that is worth counting.
export function loadingText(come, total, known) {
  if (known) return "Getting ready …";
  if (come >= total) return "Starting …";
  return `Getting ready … ${(come / MB).toFixed(0)} of ${(total / MB).toFixed(0)} MB`;
}
