// Before anything large is fetched, as the page may be loaded once more here.
import { isolate } from "./isolate.js";
import { beginArcade, expect } from "./lost.js";

document.getElementById("words").textContent = "Getting ready …";
expect();
// Python begins to come at once where all is kept here and no other tab has the arcade open.
const known = window.crossOriginIsolated && navigator.serviceWorker?.controller && navigator.locks;
const open = known && (await navigator.locks.query().catch(() => null))?.held.length;
if (open === 0) {
  globalThis.arcade = beginArcade();
  arcade.onmessage = () => { arcade.heard = true; }; // it lives, though the page does not listen yet
  arcade.onerror = () => { globalThis.arcade = null; }; // another is tried
}
await isolate().catch((error) => console.warn("no service worker:", error));
await import("./page.js");
