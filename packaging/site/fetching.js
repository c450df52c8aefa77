// Files of the page, unpacked where they are packed.
const download = globalThis.fetch.bind(globalThis);

// The first bytes of a stream, and one that gives all of them.
async function begun(stream) {
  const reader = stream.getReader();
  const { value = new Uint8Array() } = await reader.read();
  const whole = new ReadableStream({
    start: (controller) => controller.enqueue(value),
    async pull(controller) {
      const { value: more, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(more);
    },
  });
  return [value, whole];
}

// `told` hears of the bytes as they come.
export async function fetchFile(name, type, told = () => {}) {
  const answer = await download(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} could not be had: ${answer.status} ${answer.statusText}`);
  const counting = new TransformStream({
    transform(bytes, controller) {
      told(bytes.length);
      controller.enqueue(bytes);
    },
  });
  const [first, body] = await begun(answer.body.pipeThrough(counting));
  // A server may have said that it is compressed; then the browser has unpacked it.
  const packed = first[0] === 0x1f && first[1] === 0x8b;
  return new Response(packed ? body.pipeThrough(new DecompressionStream("gzip")) : body, { headers: { "Content-Type": type } });
}
