// What a page waits for at its beginning may never come: a browser can lose an answer while a new version of the page
// takes over. Where nothing has come for long the page is loaded once more; what is kept is there at once.
import { recall, remember } from "./tab.js";

const LONG = 12_000; // milliseconds: a slow machine takes some seconds
const TRIED = "loaded once more";
let due = 0;

export function expect() {
  come();
  due = setTimeout(() => {
    if (recall(TRIED)) return;
    remember(TRIED, "yes");
    if (recall(TRIED)) location.reload();
  }, LONG);
}

export function come() {
  clearTimeout(due);
}

// All is there: if something is lost again later, it is tried again.
export function arrived() {
  come();
  remember(TRIED, "");
}
