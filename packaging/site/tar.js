// Files of a tar archive (ustar), laid into a folder of Python's memory without copying them.
const BLOCK = 512;
const text = new TextDecoder();

function field(head, from, length) {
  const end = head.indexOf(0, from);
  return text.decode(head.subarray(from, end < 0 ? from + length : Math.min(end, from + length)));
}

export function unpackTar(archive, FS, folder) {
  const memory = FS.filesystems.MEMFS;
  const folders = new Map();
  const folderOf = (path) => {
    if (!folders.has(path)) {
      FS.mkdirTree(path);
      folders.set(path, FS.lookupPath(path).node);
    }
    return folders.get(path);
  };
  for (let at = 0; archive[at]; ) {
    const head = archive.subarray(at, at + BLOCK);
    const size = parseInt(field(head, 124, 12), 8);
    const prefix = field(head, 345, 155);
    const path = `${folder}/${prefix && `${prefix}/`}${field(head, 0, 100)}`;
    const name = path.lastIndexOf("/");
    const file = memory.createNode(folderOf(path.slice(0, name)), path.slice(name + 1), 0o100644, 0);
    file.contents = archive.subarray(at + BLOCK, at + BLOCK + size);
    file.usedBytes = size;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
