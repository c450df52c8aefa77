// Files of the page, unpacked where they are packed. No browser that is in use everywhere unpacks Zstandard by itself,
// which makes the page smaller by a quarter than what all of them unpack.
import { Decompress } from "./vendor/fzstd.mjs";

const download = globalThis.fetch.bind(globalThis);
const PACKED = [0x28, 0xb5, 0x2f, 0xfd]; // how it begins

// Unpacks what comes through; a server may have said that it is compressed, then the browser has unpacked it already.
function unpacking() {
  let unpack = null;
  return new TransformStream({
    transform(bytes, controller) {
      const give = (part) => controller.enqueue(part);
      unpack ??= PACKED.every((byte, at) => bytes[at] === byte) ? new Decompress(give) : { push: give };
      unpack.push(bytes);
    },
    flush: () => unpack?.push(new Uint8Array(), true),
  });
}

// `told` hears of the bytes as they come, and `ended` of their end.
export async function fetchFile(name, type, told = () => {}, ended = () => {}) {
  const answer = await download(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} could not be had: ${answer.status} ${answer.statusText}`);
  const counting = new TransformStream({
    transform(bytes, controller) {
      told(bytes.length);
      controller.enqueue(bytes);
    },
    flush: ended,
  });
  return new Response(answer.body.pipeThrough(counting).pipeThrough(unpacking()), { headers: { "Content-Type": type } });
}
