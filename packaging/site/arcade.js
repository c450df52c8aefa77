// The worker in which the arcade runs.
import { keep } from "./kept.js";
import { pythonInParts } from "./python.js";
import { forgetMemory } from "./snapshot.js";
import { thinking } from "./thinking.js";
import { waking } from "./waking.js";

postMessage({ kind: "here" });

let loaded = null;
let kept = null;
let holding = null; // what comes to it
let page = null;
let known = false; // whether Python's memory was kept
let all = null; // has all modules come
let complete = false; // whether they are there
let shown = false;
let size = []; // columns and rows of the terminal, which may change while Python is loaded
let written = 0;
const PICTURE = 1000; // characters at the least of a screen that is drawn, and of what comes before it

function works() {
  if (shown) return;
  shown = true;
  const tell = () => postMessage({ kind: "shown" });
  if (known) {
    tell();
    setTimeout(() => all().catch(failed));
  } else all().then(tell, () => {}); // that they do not come is told by itself
}

// What is drawn first takes the modules that come first; after it the others are waited for.
function turn() {
  if (complete || !shown) page?.turn();
}

const bridge = {
  wake: waking(turn),
  write(text) {
    written += text.length;
    postMessage({ kind: "write", text });
    if (written > PICTURE) works();
  },
  offer: (name, text) => postMessage({ kind: "offer", name, text }),
  pick: () => postMessage({ kind: "pick" }),
  seated: (match) => postMessage({ kind: "seated", match }),
  hold: (unsaved) => postMessage({ kind: "hold", unsaved }),
  left(farewell) {
    page = null;
    postMessage({ kind: "left", farewell });
  },
  ...thinking((body) => page?.heard(body), () => page?.thinker_died()),
};

// Begins to come before there is a terminal, or the games that are kept, which another tab may have open.
const coming = pythonInParts({ tell: (come, total) => postMessage({ kind: "loading", come, total }), anew: globalThis.name === "anew" });
coming.catch(() => {}); // what went wrong is told to who waits for it

// `table`: the match to come back to, which takes all modules, as other games that are kept may.
async function load(table) {
  const python = await coming;
  kept = await holding;
  kept.mount(python.loaded.FS, "/home/marbles");
  globalThis.bridge = bridge;
  let whole = null;
  all = () => (whole ??= python.rest().then(() => {
    complete = true;
    turn();
  }));
  ({ loaded, known } = python);
  if (known) return;
  if (table || kept.holds) await all();
  else all().catch(failed);
}

async function failed(error) {
  await forgetMemory();
  postMessage({ kind: "failed", message: String(error) });
}

onmessage = async ({ data }) => {
  switch (data.kind) {
    case "alone": holding = keep(); break;
    case "begin": {
      size = [data.columns, data.rows];
      try {
        if (!loaded) await load(data.table);
        [shown, written] = [false, 0];
        page = loaded.runPython("from marbles_tui.browser.arcade import BrowserPage; BrowserPage").callKwargs(bridge, ...size, { shortcoming: kept.shortcoming, table: data.table, touch: data.touch, here: data.here });
        Object.assign(globalThis, { python: loaded, page }); // for those who look on from outside: the console, the tests
      } catch (error) {
        await failed(error);
      }
      break;
    }
    case "close": {
      bridge.left = () => {
        kept?.close();
        postMessage({ kind: "closed" });
      };
      if (page) page.close();
      else bridge.left();
      break;
    }
    case "picked": page?.picked(data.name, data.text, data.fault); break;
    case "went": page?.went(data.address); break;
    case "dropped": page?.dropped(data.text); break;
    case "trouble": page?.trouble(data.text); break;
    case "typed": page?.typed(data.text); break;
    case "resized": {
      size = [data.columns, data.rows];
      page?.resized(...size);
      break;
    }
    case "read": page?.read(data.count); break;
  }
};
