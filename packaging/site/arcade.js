// The worker in which the arcade runs.
import { keep } from "./kept.js";
import { python } from "./python.js";
import { thinking } from "./thinking.js";

let page = null;
let timer = 0;
let due = Infinity;
const now = new MessageChannel();
now.port1.onmessage = turn;

function turn() {
  clearTimeout(timer);
  due = Infinity;
  page.turn();
}

const bridge = {
  wake(seconds) {
    const at = performance.now() + seconds * 1000;
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    if (seconds <= 0) now.port2.postMessage(null);
    else timer = setTimeout(turn, seconds * 1000);
  },
  write: (text) => postMessage({ kind: "write", text }),
  ...thinking((body) => page.heard(body), () => page.thinker_died()),
};

onmessage = async ({ data }) => {
  switch (data.kind) {
    case "begin": {
      try {
        const [loaded, kept] = await Promise.all([python(), keep()]);
        kept.mount(loaded.FS, "/home/marbles");
        globalThis.bridge = bridge;
        page = loaded.runPython("from marbles_tui.browser.arcade import Page; Page").callKwargs(bridge, data.columns, data.rows, { shortcoming: kept.shortcoming });
        Object.assign(globalThis, { python: loaded, page }); // for those who look on from outside: the console, the tests
      } catch (error) {
        postMessage({ kind: "failed", message: String(error) });
      }
      break;
    }
    case "typed": page?.typed(data.text); break;
    case "resized": page?.resized(data.columns, data.rows); break;
    case "read": page?.read(data.count); break;
  }
};
