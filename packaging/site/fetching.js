// Files of the page, unpacked where they are packed. No browser that is in use everywhere unpacks Zstandard by itself,
// which makes the page smaller by a quarter than what all of them unpack.
const download = globalThis.fetch.bind(globalThis);
const PACKED = [0x28, 0xb5, 0x2f, 0xfd]; // how it begins

let program = null;

async function had(name) {
  const answer = await download(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} could not be had: ${answer.status} ${answer.statusText}`);
  return answer;
}

async function zstandard() {
  const answer = await had("vendor/zstd.wasm");
  const begun = await WebAssembly.instantiate(await answer.arrayBuffer(), { env: { emscripten_notify_memory_growth() {} } });
  return begun.instance.exports;
}

// Unpacks one file, part by part, in the memory of the program; what it is told of parts are three words of each: where it
// is, how long, and how far it has been read or written.
function unpacker(zstd) {
  const context = zstd.ZSTD_createDCtx();
  const room = zstd.ZSTD_DStreamOutSize();
  const [into, told] = [zstd.malloc(room), zstd.malloc(24)];
  const words = () => new Int32Array(zstd.memory.buffer, told, 6);
  let left = 1; // bytes that are still wanted; fewer than none: what has come is no such file
  return {
    *push(bytes) {
      const from = zstd.malloc(bytes.length);
      new Uint8Array(zstd.memory.buffer).set(bytes, from);
      words().set([from, bytes.length, 0, into, room, 0]);
      do {
        words()[5] = 0;
        left = zstd.ZSTD_decompressStream(context, told + 12, told);
        if (left < 0) throw new Error("a file has come damaged");
        yield new Uint8Array(zstd.memory.buffer).slice(into, into + words()[5]);
      } while (words()[2] < bytes.length || (left && words()[5] === room)); // asked once more, it would begin another file
      zstd.free(from);
    },
    end() {
      zstd.ZSTD_freeDCtx(context);
      for (const place of [into, told]) zstd.free(place);
      if (left) throw new Error("a file has not come whole");
    },
  };
}

// Unpacks what comes through; a server may have said that it is compressed, then the browser has unpacked it already.
function unpacking() {
  program ??= zstandard().catch((error) => {
    program = null; // it is asked for again
    throw error;
  });
  let unpack = null;
  return new TransformStream({
    async transform(bytes, controller) {
      unpack ??= PACKED.every((byte, at) => bytes[at] === byte) ? unpacker(await program) : { push: (part) => [part], end() {} };
      for (const part of unpack.push(bytes)) controller.enqueue(part);
    },
    flush: () => unpack?.end(),
  });
}

// `told` hears of the bytes as they come, and `ended` of their end.
export async function fetchFile(name, type, told = () => {}, ended = () => {}) {
  const answer = await had(name);
  const counting = new TransformStream({
    transform(bytes, controller) {
      told(bytes.length);
      controller.enqueue(bytes);
    },
    flush: ended,
  });
  return new Response(answer.body.pipeThrough(counting).pipeThrough(unpacking()), { headers: { "Content-Type": type } });
}
