// Answers from the copy that this browser keeps, so that the arcade opens without a network, and says of each answer
// that it belongs to this page alone, which lets its workers share memory.
const VERSION = "@VERSION@";
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await clients.claim();
  })());
});
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  let found = await cache.match(request, { ignoreSearch: true });
  if (!found) {
    found = await fetch(request);
    if (found.ok && found.type === "basic") await cache.put(request, found.clone());
  }
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
