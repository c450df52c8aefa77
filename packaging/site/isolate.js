// Answers that come by way of the service worker may share memory between workers, which lets a computer's search be
// stopped: the first visit begins anew once it is there. A version that has come since the last visit begins here, too.
const PATIENCE = 1500, LONG = 5000; // milliseconds

// A version that waits takes over where no other tab needs the one before. Until it has, or does not, this page goes no
// further: it would have files of two versions.
function takenOver(waiting, begun) {
  const { port1, port2 } = new MessageChannel();
  waiting.postMessage("take over", [port2]);
  return Promise.race([begun(LONG), new Promise((resolve) => { port1.onmessage = ({ data }) => data || resolve(); })]);
}

async function again() {
  location.reload();
  await new Promise(() => {});
}

export async function isolate() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const service = navigator.serviceWorker;
  // Before anything is waited for: what is said to nobody is lost. A version that waits begins by itself where this page
  // was the last, and is being loaded anew.
  const before = service.controller;
  const other = new Promise((resolve) => service.addEventListener("controllerchange", resolve, { once: true }));
  const begun = (patience) => Promise.race([other, new Promise((resolve) => setTimeout(resolve, patience))]);
  service.addEventListener("message", ({ data }) => {
    if (data === "changed" && !sessionStorage.getItem("changed")) {
      sessionStorage.setItem("changed", "reloaded");
      location.reload();
    }
  });
  const registration = await service.register("service-worker.js", { updateViaCache: "none" });
  if (window.crossOriginIsolated && !service.controller) return; // the server sends what it takes
  await service.ready;
  if (before && registration.waiting) await takenOver(registration.waiting, begun);
  if (before && service.controller !== before) await again();
  if (!before) await begun(PATIENCE);
  if (window.crossOriginIsolated) sessionStorage.removeItem("isolated");
  else if (!sessionStorage.getItem("isolated")) {
    sessionStorage.setItem("isolated", "tried");
    await again();
  }
}

// Has all files kept, those too that were not needed yet, so that the arcade opens without a network.
export function keepAll() {
  navigator.serviceWorker?.controller?.postMessage("keep all");
}
