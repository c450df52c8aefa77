// The page: a terminal, connected to the worker in which the arcade runs.
import { Terminal } from "./vendor/xterm.mjs";
import { FitAddon } from "./vendor/addon-fit.mjs";

const words = document.getElementById("words");
const place = document.getElementById("terminal");

// Answers that come by way of the service worker may share memory between workers, which lets a computer's search be
// stopped: the first visit begins anew once it is there.
async function isolate() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  await navigator.serviceWorker.register("service-worker.js");
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
  if (!window.crossOriginIsolated && !sessionStorage.getItem("isolated")) {
    sessionStorage.setItem("isolated", "tried");
    location.reload();
    await new Promise(() => {});
  }
}

function open() {
  const terminal = new Terminal({ allowProposedApi: true, scrollback: 0, fontFamily: "monospace", fontSize: 15, cursorBlink: false });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(place);
  fit.fit();
  terminal.focus();
  globalThis.terminal = terminal; // for those who look on from outside: the console, the tests
  const arcade = new Worker("arcade.js", { type: "module" });
  arcade.onmessage = ({ data }) => {
    if (data.kind === "write") {
      document.body.classList.add("shown");
      terminal.write(data.text, () => arcade.postMessage({ kind: "read", count: data.text.length }));
    } else if (data.kind === "failed") {
      document.body.classList.remove("shown");
      words.textContent = data.message;
    }
  };
  terminal.onData((text) => arcade.postMessage({ kind: "typed", text }));
  terminal.onResize(({ cols, rows }) => arcade.postMessage({ kind: "resized", columns: cols, rows }));
  new ResizeObserver(() => fit.fit()).observe(place);
  arcade.postMessage({ kind: "begin", columns: terminal.cols, rows: terminal.rows });
}

await isolate().catch((error) => console.warn("no service worker:", error));
open();
