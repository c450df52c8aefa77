// What a page waits for at its beginning may never come: a browser can lose an answer while a new version of the page
// takes over. Where nothing has come for long the page is loaded once more; what is kept is there at once.
import { recall, remember } from "./tab.js";

const LONG = 12_000; // milliseconds: a slow machine takes some seconds
const TRIED = "loaded once more";
const BEGUN = "the arcade begins";
const ended = recall(BEGUN, true); // the tab before, not a worker of this page that could not begin
let due = 0;

// The worker in which the arcade runs. A tab that has ended before its arcade was there, or has stood still, may have been
// ended by the memory that was kept: the next one does without.
export function beginArcade() {
  const name = ended ? "anew" : "";
  remember(BEGUN, "yes", true);
  return new Worker("arcade.js", { type: "module", name });
}

// Somebody who leaves soon has not been ended.
addEventListener("pagehide", () => {
  if (performance.now() < LONG) remember(BEGUN, "", true);
});

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
  remember(BEGUN, "", true);
}
