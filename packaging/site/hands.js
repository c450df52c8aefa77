// Keyboard, mouse, touch and clipboard, where a terminal in a page is to do otherwise than one by itself.

const ZOOM = new Set(["+", "-", "=", "0", "_"]);
const OF_THE_BROWSER = new Set(["F5", "F11", "F12"]);

function copySelection(terminal) {
  const text = terminal.getSelection();
  if (text) navigator.clipboard?.writeText(text).catch(() => {});
  return Boolean(text);
}

// What the terminal leaves to the browser: larger and smaller letters, reloading, pasting. Until there is something to play,
// Tab comes to the link before it.
function ownKeys(terminal, lives) {
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== "keydown") return true;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (key === "tab" && !lives()) {
      document.getElementById("in-words").focus();
      event.preventDefault();
      return false;
    }
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

export const isTouched = () => matchMedia("(pointer: coarse)").matches;

const LONG = 450; // milliseconds from which on a finger that rests only points
const STEADY = 10; // pixels that it may tremble

// A finger is a mouse: a tap clicks, a drag drags, and where it rests it points, which tells what may be done there. The
// page never scrolls or zooms.
function fingers(terminal, place) {
  const mouse = (name, at, buttons) => {
    const screen = place.querySelector(".xterm-screen");
    const told = { bubbles: true, cancelable: true, view: window, button: 0, buttons, clientX: at.clientX, clientY: at.clientY };
    screen.dispatchEvent(new MouseEvent(name, told));
  };
  let finger = null; // the touch that is followed: where and when it began, and whether it drags
  place.addEventListener("touchstart", (event) => {
    event.preventDefault();
    if (finger) return;
    const { identifier, clientX, clientY } = event.changedTouches[0];
    finger = { identifier, clientX, clientY, began: event.timeStamp, drags: false };
    mouse("mousemove", finger, 0);
  }, { passive: false });
  const followed = (event) => finger && Array.from(event.changedTouches).find((touch) => touch.identifier === finger.identifier);
  place.addEventListener("touchmove", (event) => {
    event.preventDefault();
    const touch = followed(event);
    if (!touch) return;
    if (!finger.drags && Math.hypot(touch.clientX - finger.clientX, touch.clientY - finger.clientY) > STEADY) {
      finger.drags = true;
      mouse("mousedown", finger, 1);
    }
    if (finger.drags) mouse("mousemove", touch, 1);
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) {
    place.addEventListener(name, (event) => {
      event.preventDefault();
      const touch = followed(event);
      if (!touch) return;
      const { drags, began } = finger;
      if (!drags && name === "touchend" && event.timeStamp - began < LONG) {
        mouse("mousedown", finger, 1);
        mouse("mouseup", finger, 0);
      } else if (drags) {
        mouse("mouseup", touch, 0);
      }
      finger = null;
      terminal.focus();
    }, { passive: false });
  }
}

// The phone's button back goes a page back in the arcade, and leaves the page once the arcade has been left.
function backButton(terminal, lives) {
  if (!isTouched()) return;
  const stay = () => history.pushState("arcade", "");
  stay();
  window.addEventListener("popstate", () => {
    if (location.hash) return; // an address, not a way back
    if (!lives()) return history.back();
    terminal.input("\u001b");
    stay();
  });
}

// The bar of keys on screens that are touched. The keyboard on the screen comes only when it is asked for.
function keyBar(terminal, bar) {
  const typed = terminal.textarea;
  const asked = (wanted) => {
    typed.inputMode = wanted ? "text" : "none";
    bar.querySelector("#typing").setAttribute("aria-pressed", String(wanted));
  };
  if (isTouched()) asked(false);
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

export function giveHands(terminal, place, bar, lives) {
  ownKeys(terminal, lives);
  browserMenu(place);
  fingers(terminal, place);
  keyBar(terminal, bar);
  aboveKeyboard();
  backButton(terminal, lives);
  window.addEventListener("focus", () => { if (document.activeElement === document.body) terminal.focus(); });
}
