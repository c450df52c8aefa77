// Answers that come by way of the service worker may share memory between workers, which lets a computer's search be
// stopped: the first visit begins anew once it is there. A version that has come since the last visit begins here, too.
const PATIENCE = 1500; // milliseconds

// Whether another service worker answers for this page within a while.
function controlled() {
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(resolve, PATIENCE, false);
  });
}

async function again() {
  location.reload();
  await new Promise(() => {});
}

export async function isolate() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const service = navigator.serviceWorker;
  // Before anything is waited for: what is said to nobody is lost.
  service.addEventListener("message", ({ data }) => {
    if (data === "changed" && !sessionStorage.getItem("changed")) {
      sessionStorage.setItem("changed", "reloaded");
      location.reload();
    }
  });
  const registration = await service.register("service-worker.js", { updateViaCache: "none" });
  if (window.crossOriginIsolated && !service.controller) return; // the server sends what it takes
  await service.ready;
  if (service.controller && registration.waiting) {
    const begun = controlled();
    registration.waiting.postMessage("take over");
    if (await begun) await again();
  }
  if (!service.controller) await controlled();
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
