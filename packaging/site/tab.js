// What a tab remembers until it is closed, or what is remembered for good; nothing, where the browser lets the page keep
// nothing.
const memory = (forGood) => (forGood ? localStorage : sessionStorage);

export function recall(name, forGood = false) {
  try {
    return memory(forGood).getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(name, text, forGood = false) {
  try {
    memory(forGood).setItem(name, text);
  } catch (error) {
    console.warn("not remembered:", error);
  }
}
