// Keyboard, mouse, touch and clipboard, where a terminal in a page is to do otherwise than one by itself.

const ZOOM = new Set(["+", "-", "=", "0", "_"]);
const OF_THE_BROWSER = new Set(["F5", "F11", "F12"]);

function copySelection(terminal) {
  const text = terminal.getSelection();
  if (text) navigator.clipboard?.writeText(text).catch(() => {});
  return Boolean(text);
}

// What the terminal leaves to the browser: larger and smaller letters, reloading, pasting.
function ownKeys(terminal) {
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== "keydown") return true;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (OF_THE_BROWSER.has(event.key) || (control && !event.altKey && ZOOM.has(event.key))) return false;
    if (control && !event.altKey && key === "v") return false; // comes as a paste
    if (event.ctrlKey && event.shiftKey && !event.altKey) {
      if (key === "c") {
        copySelection(terminal);
        event.preventDefault();
      }
      return false;
    }
    if (event.ctrlKey && key === "c" && terminal.hasSelection()) {
      copySelection(terminal);
      terminal.clearSelection();
      event.preventDefault();
      return false;
    }
    return true;
  });
}

// The right button opens the browser's own menu, with Copy and Paste; the arcade is not told.
function browserMenu(place) {
  for (const name of ["mousedown", "mouseup", "auxclick"]) {
    place.addEventListener(name, (event) => {
      if (event.button === 2) event.stopPropagation();
    }, true);
  }
}

// A finger is a mouse: a tap clicks, and a drag drags. The page never scrolls or zooms.
function fingers(terminal, place) {
  const mouse = (name, at, buttons) => {
    const screen = place.querySelector(".xterm-screen");
    const told = { bubbles: true, cancelable: true, view: window, button: 0, buttons, clientX: at.clientX, clientY: at.clientY };
    screen.dispatchEvent(new MouseEvent(name, told));
  };
  let finger = null;
  place.addEventListener("touchstart", (event) => {
    event.preventDefault();
    if (finger !== null) return;
    const touch = event.changedTouches[0];
    finger = touch.identifier;
    mouse("mousemove", touch, 0);
    mouse("mousedown", touch, 1);
  }, { passive: false });
  const followed = (event) => Array.from(event.changedTouches).find((touch) => touch.identifier === finger);
  place.addEventListener("touchmove", (event) => {
    event.preventDefault();
    const touch = followed(event);
    if (touch) mouse("mousemove", touch, 1);
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) {
    place.addEventListener(name, (event) => {
      event.preventDefault();
      const touch = followed(event);
      if (!touch) return;
      finger = null;
      mouse("mouseup", touch, 0);
      terminal.focus();
    }, { passive: false });
  }
}

// The bar of keys on screens that are touched. The keyboard on the screen comes only when it is asked for.
function keyBar(terminal, bar) {
  const typed = terminal.textarea;
  const asked = (wanted) => {
    typed.inputMode = wanted ? "text" : "none";
    bar.querySelector("#typing").setAttribute("aria-pressed", String(wanted));
  };
  if (matchMedia("(pointer: coarse)").matches) asked(false);
  bar.addEventListener("pointerdown", (event) => event.preventDefault()); // the terminal keeps the keyboard
  bar.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.id === "typing") {
      asked(typed.inputMode === "none");
      typed.blur();
    } else {
      terminal.input(JSON.parse(`"${button.dataset.sends}"`));
    }
    terminal.focus();
  });
}

// What is left of the window above a keyboard on the screen.
function aboveKeyboard() {
  const seen = window.visualViewport;
  if (!seen) return;
  const fit = () => document.documentElement.style.setProperty("--height", `${seen.height}px`);
  seen.addEventListener("resize", fit);
  seen.addEventListener("scroll", () => scrollTo(0, 0));
}

export function giveHands(terminal, place, bar) {
  ownKeys(terminal);
  browserMenu(place);
  fingers(terminal, place);
  keyBar(terminal, bar);
  aboveKeyboard();
  window.addEventListener("focus", () => { if (document.activeElement === document.body) terminal.focus(); });
}
