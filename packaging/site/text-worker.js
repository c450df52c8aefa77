// The worker in which the text version runs.
import { keep } from "./kept.js";
import { python } from "./python.js";
import { thinking } from "./thinking.js";
import { waking } from "./waking.js";

let kept = null;
let face = null;
const script = {
  wake: waking(() => face?.turn()),
  send: (message) => postMessage(message),
  closed() {
    face = null;
    kept?.close();
    postMessage(JSON.stringify({ kind: "closed" }));
  },
  ...thinking((body) => face?.heard(body), () => face?.thinker_died()),
};

function tell(come, total) {
  script.send(JSON.stringify({ kind: "loading", share: come / total }));
}

async function begin() {
  let loaded = null;
  [loaded, kept] = await Promise.all([python({ tell }), keep()]);
  kept.mount(loaded.FS, "/home/marbles");
  face = loaded.runPython("from marbles_tui.browser.text import TextPage; TextPage")(script, kept.shortcoming);
}

const begun = begin().catch((error) => postMessage(JSON.stringify({ kind: "failed", text: String(error).trim().split("\n").at(-1) })));

onmessage = async ({ data }) => {
  await begun;
  if (data !== "close") face?.hear(data);
  else if (face) face.close();
  else script.closed();
};
