// Files of a tar archive (ustar), laid into a folder of Python's without copying them.
const BLOCK = 512;
const text = new TextDecoder();

function field(head, from, length) {
  return text.decode(head.subarray(from, from + length)).split("\0", 1)[0];
}

export function unpackTar(archive, files, folder) {
  const made = new Set();
  for (let at = 0; archive[at]; ) {
    const head = archive.subarray(at, at + BLOCK);
    const size = parseInt(field(head, 124, 12), 8);
    const prefix = field(head, 345, 155);
    const path = `${folder}/${prefix && `${prefix}/`}${field(head, 0, 100)}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) files.mkdirTree(parent);
    made.add(parent);
    files.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
