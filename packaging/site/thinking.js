// The arcade's side of the worker that thinks.

const LONG = 20_000; // milliseconds after which a worker whose script has not come is given up

// `heard` gets each message of the worker, `died` is called when there are to be no more.
export function thinking(heard, died) {
  let worker = null;
  // The number up to which all jobs are stopped, in memory that the worker reads while it thinks. A browser may lack the
  // class though pages are isolated there (WebKitGTK 2.50).
  const shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";
  const stopped = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;

  function end() {
    worker?.terminate();
    worker = null;
  }

  return {
    begin_thinker() {
      end();
      if (stopped) Atomics.store(stopped, 0, 0); // whoever begins a worker may count its jobs from 1
      const begun = new Worker(new URL("thinker.js", import.meta.url), { type: "module" });
      const failed = (event) => {
        if (begun !== worker) return;
        event.preventDefault(); // it is no mistake of the arcade's worker, which goes on
        console.warn("the thinking worker has died:", event.message ?? event.data);
        end();
        died();
      };
      const late = setTimeout(() => failed({ message: "its script has not come", preventDefault() {} }), LONG);
      begun.onmessage = (event) => {
        clearTimeout(late);
        if (begun !== worker || event.data === null) return;
        if (typeof event.data === "string") failed(event);
        else heard(event.data);
      };
      begun.onerror = failed;
      begun.postMessage({ stopped });
      worker = begun;
      return stopped !== null;
    },
    ask_thinker: (body) => worker?.postMessage(body.toJs()), // of one that has just died the arcade hears next
    stop_thinker: (number) => Atomics.store(stopped, 0, number),
    end_thinker: end,
  };
}
