// Before anything large is fetched, as the page may be loaded once more here.
import { isolate } from "./isolate.js";
import { expect } from "./lost.js";

document.getElementById("words").textContent = "Getting ready …";
expect();
await isolate().catch((error) => console.warn("no service worker:", error));
await import("./page.js");
