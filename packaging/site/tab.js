// What a tab remembers until it is closed; nothing, where the browser lets the page keep nothing.
export function recall(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch (error) {
    console.warn("not remembered:", error);
  }
}
