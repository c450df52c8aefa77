// Answers that come by way of the service worker may share memory between workers, which lets a computer's search be
// stopped: the first visit begins anew once it is there. A version that has come since the last visit begins here, too.
const PATIENCE = 1500, LONG = 5000, LONGEST = 20000; // milliseconds

const within = (time, awaited) => Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, time))]);

// Has a version that waits take over, where no other tab needs the one before. One that has begun to is waited for,
// however long that is, as what is asked for meanwhile may never come; one that has come to nothing is not.
function takenOver(waiting, other) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    other.then(resolve);
    port1.onmessage = ({ data }) => data || resolve();
    setTimeout(() => waiting.state === "activating" || resolve(), LONG);
    waiting.postMessage("take over", [port2]);
  });
}

// A version may have begun by itself, as this page was the last of the one before, and is loaded anew.
function activated(worker) {
  return new Promise((resolve) => {
    worker.onstatechange = () => worker.state === "activating" || resolve();
    worker.onstatechange();
  });
}

async function again() {
  location.reload();
  await new Promise(() => {});
}

// A page that still comes would have files of two versions. One that is open has what it needs, and is let be.
let open = false;
const anewUnlessOpen = () => open || again();

export function opened() {
  open = true;
}

export async function isolate() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const service = navigator.serviceWorker;
  // Before anything is waited for: what is said to nobody is lost.
  const before = service.controller;
  const other = new Promise((resolve) => service.addEventListener("controllerchange", resolve, { once: true }));
  service.addEventListener("message", ({ data }) => {
    if (data === "changed" && !open && !sessionStorage.getItem("changed")) {
      sessionStorage.setItem("changed", "reloaded");
      location.reload();
    }
  });
  const registration = await service.register("service-worker.js", { updateViaCache: "none" });
  if (window.crossOriginIsolated && !service.controller) return; // the server sends what it takes
  if (!before) registration.installing?.postMessage("keep large"); // what comes meanwhile need not come when the page begins anew
  if (!(await within(LONGEST, service.ready))) return; // it is registered, but the browser lets it begin nothing
  if (before) {
    if (registration.waiting) await takenOver(registration.waiting, other);
    await activated(registration.active);
    if (service.controller !== before) await again();
    other.then(anewUnlessOpen);
  } else {
    await within(PATIENCE, other);
  }
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
