// One tab at a time has the arcade open: two would write the same games. The other one says so, and takes it over when
// it is asked to.
import { recall, remember } from "./tab.js";

const NAME = "marbles";
const MOMENT = 1000; // milliseconds that a page which is being closed or loaded anew may need to let go
const PATIENCE = 5000; // and those that a tab may need to close its arcade
const TAKE = "take";
const WAITED = ["AbortError", "TimeoutError"];

let free = () => {};

// Waits for the lock that only one tab holds; whether it was granted. `lost` is called when another tab has taken it by
// force.
function granted(options, lost = () => {}) {
  return new Promise((resolve) => {
    let held = false;
    navigator.locks.request(NAME, options, () => {
      held = true;
      resolve(true);
      return new Promise((release) => { free = release; });
    }).catch((error) => {
      if (held) lost();
      // Where the browser keeps nothing for the page it has no locks either, and no tab has what another wants.
      else resolve(!WAITED.includes(error.name));
    });
  });
}

// None where the browser keeps nothing for the page: Firefox says so by an error.
function channelOfTabs() {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

// Returns when no other tab has the arcade open. `asked` waits until it shall be taken over from one that has; `leave`
// closes it here when another tab asks for it, and `left` comes after that.
export async function alone(asked, leave, left) {
  const channel = navigator.locks && channelOfTabs();
  if (!channel) return;
  const go = async () => {
    channel.onmessage = null;
    await leave();
    free();
    left();
  };
  if (!(await granted({ signal: AbortSignal.timeout(MOMENT) }, go))) {
    if (!recall(TAKE)) await asked();
    channel.postMessage(TAKE);
    if (!(await granted({ signal: AbortSignal.timeout(PATIENCE) }, go))) await granted({ steal: true }, go);
  }
  remember(TAKE, "");
  channel.onmessage = go;
}

// Loads this page anew, to take the arcade over from the tab that has it.
export function takeBack() {
  remember(TAKE, TAKE);
  location.reload();
}
