// The page: a terminal, connected to the worker in which the arcade runs.
import { alone, takeBack } from "./alone.js";
import { ring } from "./bell.js";
import { files } from "./files.js";
import { giveHands, isTouched } from "./hands.js";
import { giveImages, withImages } from "./images.js";
import { keepAll, opened } from "./isolate.js";
import { arrived, beginArcade, come, expect } from "./lost.js";
import { recall, remember } from "./tab.js";
import { beginThinker, endThinker } from "./thinkers.js";
import { keyAt, loadingText, showMenu } from "./waiting.js";

const words = document.getElementById("words");
const place = document.getElementById("terminal");
const PRESS = isTouched() ? "Tap the page" : "Press a key";

// Says something in the terminal's place, where there is nothing left to lose.
function say(text) {
  window.onbeforeunload = null;
  document.body.classList.remove("shown");
  words.textContent = text;
}

// Waits for any key, click or touch that is not for a link.
function pressed() {
  return new Promise((resolve) => {
    const names = ["keydown", "pointerdown"];
    const heard = (event) => {
      if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      if ([undefined, "Enter"].includes(event.key) && event.target.closest?.("a")) return;
      event.preventDefault();
      event.stopPropagation();
      for (const name of names) window.removeEventListener(name, heard, true);
      resolve();
    };
    for (const name of names) window.addEventListener(name, heard, true);
  });
}

// Closes the arcade for another tab that asks for it; one that has not begun yet does not begin.
let taken = false;
let leave = async () => { taken = true; };

async function moved() {
  say(`The arcade is open in another tab now. ${PRESS} to bring it back here.`);
  await pressed();
  takeBack();
}

async function elsewhere() {
  say(`The arcade is open in another tab. ${PRESS} to go on here instead.`);
  await pressed();
  say("Getting ready …");
}

// What the next visit will need: its files, and Python's memory, where nothing else is to be done meanwhile.
let provided = false;
function provide() {
  if (provided) return;
  provided = true;
  keepAll();
  const worker = new Worker("remembering.js", { type: "module" });
  worker.onmessage = worker.onerror = () => worker.terminate();
}

async function open() {
  // Python comes while the terminal is made, if it has not begun to.
  const arcade = globalThis.arcade ?? beginArcade();
  arcade.postMessage({ kind: "alone" });
  if (!arcade.heard) expect();
  arcade.onmessage = come;
  function end() {
    arrived(); // nothing is waited for any more, and nothing is lost
    arcade.terminate();
    endThinker();
  }
  const failed = new Promise((resolve) => { arcade.onerror = resolve; });
  const { openTerminal } = await import("./look.js");
  const terminal = await openTerminal(place);
  if (taken) return end();
  let living = false;
  const known = Boolean(recall("visited", true));
  let early = []; // what comes before a whole screen
  let ahead = []; // what is typed before the arcade listens
  const typed = (text) => (living ? arcade.postMessage({ kind: "typed", text }) : ahead.push(text));
  const write = (text) => terminal.write(withImages(text), () => arcade.postMessage({ kind: "read", count: text.length }));
  function shown() {
    living = true;
    opened();
    early.forEach(write);
    early = [];
    // For those who look on from outside, the console and the tests, as soon as it shows nothing of what was before.
    terminal.write("", () => { globalThis.terminal = terminal; });
    document.body.classList.add("shown");
    setTimeout(provide, 4000);
    remember("visited", "yes", true);
    arrived();
    goTo();
    ahead.forEach(typed);
    ahead = [];
  }
  // What the address names is opened once: loaded again, the page comes back to the table that was on the screen.
  function goTo() {
    const address = decodeURIComponent(location.hash.slice(1));
    if (!living || !address) return;
    history.replaceState(history.state, "", location.pathname);
    arcade.postMessage({ kind: "went", address });
  }
  window.addEventListener("hashchange", goTo);
  if (!recall("table")) showMenu(terminal, () => living);
  const begin = () => arcade.postMessage({ kind: "begin", columns: terminal.cols, rows: terminal.rows, table: recall("table"), touch: isTouched(), here: location.origin + location.pathname });
  const does = {
    here: come,
    write({ text }) {
      if (living) write(text);
      else early.push(text);
    },
    shown,
    think: ({ port }) => beginThinker(port),
    loading({ come, total }) {
      if (!living) words.textContent = loadingText(come, total, known);
    },
    failed: ({ message }) => marblesTrouble(`Python could not begin. ${message.trim().split("\n").at(-1)}`),
    ...files(terminal, (kind, told) => arcade.postMessage({ kind, ...told })),
    // The match on the screen is remembered by the tab: when it is loaded anew, it comes back to it.
    seated({ match }) {
      remember("table", match);
      if (match) navigator.storage?.persist?.();
    },
    hold({ unsaved }) {
      window.onbeforeunload = unsaved ? (event) => event.preventDefault() : null;
    },
    async left({ farewell }) {
      living = false;
      say(`${farewell} ${PRESS} to come back.`);
      await pressed();
      say("Getting ready …");
      terminal.reset();
      ahead = []; // what the terminal itself told of a click
      begin();
    },
  };
  arcade.onmessage = ({ data }) => does[data.kind](data);
  // Python has come to its end, or its worker has never begun.
  failed.then(async ({ message }) => {
    end();
    if (!living) {
      marblesTrouble(message ? `Python could not begin. ${message}` : "Part of the page could not be loaded. Is there a network?");
      return;
    }
    say(`The arcade was stopped by a mistake. ${PRESS} to load the page again.`);
    await pressed();
    location.reload();
  });
  leave = () => new Promise((resolve) => {
    does.write = does.left = does.hold = () => {};
    does.closed = resolve;
    window.onbeforeunload = null; // what is not saved is kept by the arcade when it is closed
    arcade.postMessage({ kind: "close" });
    setTimeout(resolve, 3000);
  }).finally(end);
  giveImages(terminal, place);
  terminal.onBell(ring);
  terminal.onData(typed);
  terminal.onResize(({ cols, rows }) => arcade.postMessage({ kind: "resized", columns: cols, rows }));
  let under = ""; // the key of the entry that was pressed, of the menu that is awaited
  place.addEventListener("mousedown", (event) => {
    under = living || event.button ? "" : keyAt(terminal, event);
  });
  place.addEventListener("mouseup", (event) => {
    if (!living && !event.button && under && under === keyAt(terminal, event)) typed(under);
    under = "";
  });
  giveHands(terminal, place, document.getElementById("keys"), () => living);
  if (document.activeElement === document.body) terminal.focus(); // who is at the link before it stays there
  begin();
}

come(); // all scripts of this page are there
await alone(elsewhere, () => leave(), moved);
await open().catch((error) => marblesTrouble(error.message));
