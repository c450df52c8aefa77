// The arcade's side of the worker that thinks, which the page begins: see thinkers.js.

const LONG = 20_000; // milliseconds after which a worker whose script has not come is given up

// `heard` gets each message of the worker, `died` is called when there are to be no more.
export function thinking(heard, died) {
  let worker = null;
  // The number up to which all jobs are stopped, in memory that the worker reads while it thinks. A browser may lack the
  // class though pages are isolated there (WebKitGTK 2.50).
  const shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";
  const stopped = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;

  function end() {
    worker?.postMessage(null);
    worker = null;
  }

  return {
    begin_thinker() {
      end();
      if (stopped) Atomics.store(stopped, 0, 0); // whoever begins a worker may count its jobs from 1
      const { port1: begun, port2 } = new MessageChannel();
      postMessage({ kind: "think", port: port2 }, [port2]);
      const failed = (cause) => {
        if (begun !== worker) return;
        console.warn("the thinking worker has died:", cause);
        end();
        died();
      };
      const late = setTimeout(() => failed("its script has not come"), LONG);
      begun.onmessage = ({ data }) => {
        clearTimeout(late);
        if (begun !== worker || data === null) return;
        if (typeof data === "string") failed(data);
        else heard(data);
      };
      begun.postMessage({ stopped });
      worker = begun;
      return stopped !== null;
    },
    ask_thinker: (body) => worker?.postMessage(body.toJs()), // of one that has just died the arcade hears next
    stop_thinker: (number) => Atomics.store(stopped, 0, number),
    end_thinker: end,
  };
}
