// Calls a loop's `turn` when the loop asks for it: at once by way of a message, which no browser delays, or later by a timer.
export function waking(turn) {
  let timer = 0;
  let due = Infinity;
  const now = new MessageChannel();
  now.port1.onmessage = call;

  function call() {
    clearTimeout(timer);
    due = Infinity;
    turn();
  }

  return (seconds) => {
    const at = performance.now() + seconds * 1000;
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    if (seconds <= 0) now.port2.postMessage(null);
    else timer = setTimeout(call, seconds * 1000);
  };
}
