// Files that the arcade hands over, and those that it is given: nothing of this machine is read that was not chosen or
// dropped here.
const LARGEST = 50_000_000; // bytes of a file that is read
const KINDS = { svg: "image/svg+xml", txt: "text/plain" };

async function textOf(file) {
  if (file.size > LARGEST) throw new Error("it is larger than 50 MB");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error("it is no text");
  }
}

function save(name, text) {
  const kind = KINDS[name.split(".").pop()] ?? KINDS.txt;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Asks for a file; null where none is chosen.
function choose() {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.onchange = () => resolve(input.files[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

// What the arcade copies comes as a sequence of the terminal (OSC 52): that it asks what is on the clipboard is not heard.
function copyFrom(terminal, tell) {
  terminal.parser.registerOscHandler(52, (told) => {
    const [, content] = told.split(";");
    if (!content || content === "?") return true;
    const text = new TextDecoder().decode(Uint8Array.from(atob(content), (char) => char.charCodeAt(0)));
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no secure page"))).catch((error) => {
      console.warn("not on the clipboard:", error);
      tell("trouble", { text: "Your browser has kept the arcade from the clipboard: nothing is copied." });
    });
    return true;
  });
}

// Answers to the arcade's messages about files; `tell` sends it one.
export function files(terminal, tell) {
  copyFrom(terminal, tell);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) {
      await textOf(file).then(
        (text) => tell("dropped", { text }),
        (error) => tell("trouble", { text: `${file.name} is not read: ${error.message}.` }),
      );
    }
  });
  return {
    offer: ({ name, text }) => save(name, text),
    async pick() {
      const file = await choose();
      const name = file?.name ?? "";
      const [text, fault] = file ? await textOf(file).then((text) => [text, ""], (error) => ["", error.message]) : ["", ""];
      tell("picked", { name, text, fault });
    },
  };
}
