// What is said, as elements that are read out well.

export function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// The elements for lines of `[text, whether it is drawn]`: pictures, lists and paragraphs.
export function answer(lines) {
  const made = [];
  for (const group of grouped(lines)) {
    if (group.kind === "drawn") made.push(picture(group.texts));
    else if (group.kind === "item") made.push(element("ul", {}, ...group.texts.map((text) => element("li", { textContent: text }))));
    else made.push(...group.texts.map((text) => element("p", { textContent: text })));
  }
  return made;
}

function grouped(lines) {
  const groups = [];
  for (const [text, drawn] of lines) {
    const kind = drawn ? "drawn" : !text.trim() ? "gap" : /^ {3}/.test(text) ? "more" : /^( {2}|- )/.test(text) ? "item" : "paragraph";
    const last = groups.at(-1);
    const shown = drawn ? text : text.replace(/^\s*(- )?/, "");
    if (kind === "more" && last?.texts.length) last.texts.push(`${last.texts.pop()} ${shown}`);
    else if (kind === last?.kind) last.texts.push(shown);
    else groups.push({ kind: kind === "more" ? "paragraph" : kind, texts: kind === "gap" ? [] : [shown] });
  }
  return groups;
}

// A board that is drawn is an image, which the words before it describe; one that is a list of words can be read.
function picture(lines) {
  const wordy = lines.filter((line) => /[a-z]{4}/.test(line)).length > lines.length / 2;
  const shown = element("pre", { textContent: lines.join("\n") });
  shown.style.setProperty("--columns", Math.max(...lines.map((line) => line.length)));
  if (!wordy) {
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", "Diagram of the position");
  }
  return shown;
}
