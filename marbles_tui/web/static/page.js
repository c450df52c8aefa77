// The terminal connects to wherever this page came from, under whatever name, and has the keyboard at once.
const terminal = document.getElementById("terminal");
terminal.dataset.sessionWebsocketUrl =
  (location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/ws";

function takeKeyboard() {
  const keys = terminal.querySelector(".xterm-helper-textarea");
  if (keys) keys.focus();
  return Boolean(keys);
}

if (!takeKeyboard()) {
  const watcher = new MutationObserver(() => takeKeyboard() && watcher.disconnect());
  watcher.observe(terminal, { childList: true, subtree: true });
}
window.addEventListener("focus", takeKeyboard);
