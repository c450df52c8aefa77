// The worker that thinks for the computers. It does not hear anything while it does: that a job is to end it reads from
// memory that it shares with the arcade.
import { python } from "./python.js";

postMessage(null); // it is there

let stopped = null;
const script = {
  tell: (body) => postMessage(body.toJs()),
  stopped: () => (stopped ? Atomics.load(stopped, 0) : 0),
};

async function begin() {
  const loaded = await python();
  return loaded.runPython("from marbles_tui.browser.thinker import PageThinker; PageThinker")(script);
}

const thinker = begin();

onmessage = async ({ data }) => {
  if ("stopped" in data) {
    stopped = data.stopped;
    return;
  }
  try {
    (await thinker).hear(data);
  } catch (error) {
    // Python itself has come to its end, or has never begun.
    postMessage(String(error));
  }
};
