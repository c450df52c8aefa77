// Answers that come by way of the service worker may share memory between workers, which lets a computer's search be
// stopped: the first visit begins anew once it is there.
export async function isolate() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  await navigator.serviceWorker.register("service-worker.js");
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
  if (!window.crossOriginIsolated && !sessionStorage.getItem("isolated")) {
    sessionStorage.setItem("isolated", "tried");
    location.reload();
    await new Promise(() => {});
  }
}
