// Answers from the copy that this browser keeps, so that the arcade opens without a network, and says of each answer
// that it belongs to this page alone, which lets its workers share memory.
const VERSION = "@VERSION@";
const FILES = "@FILES@"; // the digest of each file
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};
const OURS = `marbles ${registration.scope} `; // other pages of the same web space have caches, too
const STORE = OURS + VERSION;

// The first version answers at once and keeps what is asked for. A later one fetches all of its files, and waits: what
// is open goes on with the files that it began with.
addEventListener("install", (event) => {
  event.waitUntil(registration.active ? keepAll() : skipWaiting());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== STORE) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("message", (event) => {
  const kept = { "keep all": keepAll, "keep large": keepLarge }[event.data]?.();
  if (kept) event.waitUntil(kept.catch((error) => console.warn("not all is kept:", error.message)));
  if (event.data === "take over") event.waitUntil(takeOver(event.ports[0]));
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const name = nameOf(url);
  if (method === "GET" && name in FILES) event.respondWith(answer(event, name));
});

function nameOf(url) {
  const address = new URL(url);
  const path = address.origin + address.pathname;
  if (!path.startsWith(registration.scope)) return "";
  return path.slice(registration.scope.length) || "index.html";
}

const addressOf = (name) => new URL(name, registration.scope).href;

async function digest(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// With our headers and no others: what is taken over from a version before has those of that version. It is kept with them: what comes as it is kept is compiled but once by browsers.
function ours(name, found) {
  const headers = new Headers(HEADERS);
  headers.set("Content-Type", found.headers.get("Content-Type") ?? "application/octet-stream");
  // Workers take a script out of a compressed file; pages never do.
  if (name.endsWith(".js")) headers.set("Content-Security-Policy", POLICY.replace("script-src", "script-src blob:"));
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

// The browser's own copy may be of another version. Scripts of others lie packed beside themselves, too.
async function had(name) {
  const address = addressOf(name);
  const packed = name.endsWith(".mjs") && (await fetch(`${address}.gz`, { cache: "no-cache" }));
  if (!packed?.ok) return fetch(address, { cache: "no-cache" });
  const unpacked = packed.headers.has("Content-Encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": "text/javascript" } });
}

const coming = new Map(); // by their names what is on its way: the answer, until somebody takes it, and that it is kept

// Fetches a file, and keeps it if it is that of this version.
function bring(cache, name) {
  const address = addressOf(name);
  const come = had(name).then((found) => ours(name, found));
  const kept = come.then(async (found) => {
    const copy = found.clone();
    const bytes = await copy.arrayBuffer();
    const right = found.ok && (await digest(bytes)) === FILES[name];
    if (right) await cache.put(address, new Response(bytes, copy));
    return right;
  }).finally(() => coming.delete(name));
  coming.set(name, { come, kept });
  return coming.get(name);
}

async function answer(event, name) {
  const cache = await caches.open(STORE);
  const there = await cache.match(addressOf(name));
  if (there) return there;
  const file = coming.get(name) ?? bring(cache, name);
  const { come } = file;
  if (!come) { // it is read once
    await file.kept.catch(() => {}); // what could not be kept is fetched once more
    return answer(event, name);
  }
  file.come = null;
  event.waitUntil(file.kept.then((right) => right || changed(event.clientId)));
  return come;
}

// A file is not of this version, so there may be another: its files must not mix.
async function changed(asking) {
  await registration.update();
  if (registration.installing || registration.waiting) (await clients.get(asking))?.postMessage("changed");
}

// What Python begins with.
const keepLarge = () => keepAll((name) => /\.(zst|wasm)$/.test(name));

async function keepAll(wanted = () => true) {
  const cache = await caches.open(STORE);
  for (const [name, expected] of Object.entries(FILES)) {
    if (!wanted(name)) continue;
    const address = addressOf(name);
    if (await cache.match(address)) continue;
    const before = await caches.match(address);
    if (before && (await digest(await before.clone().arrayBuffer())) === expected) {
      await cache.put(address, ours(name, before));
      continue;
    }
    if (!(await (coming.get(name) ?? bring(cache, name)).kept)) throw new Error(`${name} is not of this version`);
  }
}

// A waiting version begins when no tab needs the old one but that which asks, and is told.
async function takeOver(asking) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const begins = open.filter((tab) => tab.url.startsWith(registration.scope)).length <= 1;
  asking?.postMessage(begins); // a page of a version before sends no port
  if (begins) await skipWaiting();
}
