// In place of look.js: a terminal that draws nothing, and tells what it is told.
const { note, parts } = globalThis.played;

export async function openTerminal(place) {
  const element = document.createElement("div");
  const screen = document.createElement("div");
  const textarea = document.createElement("textarea");
  screen.className = "xterm-screen";
  Object.assign(screen.style, { width: "80px", height: "80px" });
  textarea.setAttribute("aria-label", "The terminal");
  element.append(screen, textarea);
  place.append(element);
  for (const name of ["mousedown", "mousemove", "mouseup"]) {
    screen.addEventListener(name, ({ clientX, clientY, button, buttons }) => {
      const { x, y } = screen.getBoundingClientRect();
      note(`${name} ${Math.round(clientX - x)} ${Math.round(clientY - y)}, button ${button} of ${buttons}`);
    });
  }
  let data, own;
  textarea.addEventListener("keydown", (event) => {
    if (["Control", "Shift"].includes(event.key)) return;
    if (!own(event)) return note(`left to the browser: ${event.key}`);
    event.preventDefault();
    data(event.key);
  });
  parts.active = { cursorX: 0, cursorY: 0, getLine: () => undefined };
  const terminal = {
    cols: 8, rows: 4, element, textarea, buffer: { active: parts.active },
    parser: {
      registerOscHandler: (number, call) => { parts.osc[number] = call; },
      registerCsiHandler: ({ prefix = "", final }, call) => { parts.csi[prefix + final] = call; },
    },
    attachCustomKeyEventHandler: (call) => { own = call; },
    onBell: (call) => { parts.bell = call; },
    onData: (call) => { data = call; },
    onResize: (call) => { parts.resize = call; },
    input: (text) => data(text),
    write(text, then) {
      if (text) note(`shown: ${text.replaceAll("\x1b", "^")}`);
      then?.();
    },
    reset: () => note("emptied"),
    focus: () => textarea.focus(),
    getSelection: () => parts.selected,
    hasSelection: () => Boolean(parts.selected),
    clearSelection: () => { parts.selected = ""; },
  };
  return terminal;
}
