// The page's side of the worker that thinks. The arcade's worker does not make it by itself: in Firefox (seen in 153) a worker
// that makes another may never come back from it, and the arcade would stand still with its menu on the screen.
let thinker = null;

export function endThinker() {
  thinker?.terminate();
  thinker = null;
}

// Begins one that is heard and asked through a port; a text that comes there says what has ended it, and null ends it.
export function beginThinker(port) {
  endThinker();
  const begun = new Worker("thinker.js", { type: "module" });
  begun.onmessage = ({ data }) => port.postMessage(data);
  begun.onerror = (event) => {
    event.preventDefault(); // it is no mistake of the page's, which goes on
    port.postMessage(event.message ?? "its script has not come");
  };
  port.onmessage = ({ data }) => (data === null ? begun.terminate() : begun.postMessage(data));
  thinker = begun;
}
