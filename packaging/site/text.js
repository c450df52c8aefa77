// The text version: a menu, and a log of what was typed and what was said to it.
import { alone, takeBack } from "./alone.js";
import { isolate, keepAll, opened } from "./isolate.js";
import { choices, menu } from "./text-menu.js";
import { buttons, moves } from "./text-buttons.js";
import { answer, element } from "./text-log.js";
import { beginThinker, endThinker } from "./thinkers.js";

const LATE = 1200; // milliseconds after which it is said that somebody thinks
const SOON = 4000; // and those before what is not needed yet is fetched
const at = (id) => document.getElementById(id);
const [log, form, line, thinking, state] = ["log", "answer", "line", "thinking", "state"].map(at);

let worker = null;
let block = null;
let record = "";
let playing = false;
let late = 0;

const LOADING = state.textContent;

const send = (message) => worker.postMessage(JSON.stringify(message));

function type(text) {
  send({ kind: "line", text });
  wait();
}

// Who has a mouse goes on typing; a keyboard stays at its button, and on a touch screen none is called up.
function press(event, word) {
  type(word);
  if (event.pointerType === "mouse") line.focus();
}

function wait() {
  clearTimeout(late);
  late = setTimeout(() => {
    thinking.textContent = "The computer is thinking.";
    show();
  }, LATE);
}

const heard = {
  menu(said) {
    opened();
    if (!at("loading").hidden) setTimeout(keepAll, SOON);
    const back = playing;
    playing = false;
    clearTimeout(late);
    at("loading").hidden = at("game").hidden = true;
    at("menu").hidden = false;
    if (!back && said.notice) {
      choices.refused(said.notice);
      return;
    }
    state.textContent = [said.notice, said.trouble].filter(Boolean).join(" ");
    menu(said);
    document.title = "Marbles in words";
    if (back) {
      at("top").focus();
      scrollTo(0, 0);
    }
  },

  opened({ title }) {
    playing = true;
    navigator.storage?.persist?.(); // else a browser short of room may throw games away
    at("menu").hidden = true;
    at("game").hidden = false;
    state.textContent = "";
    at("title").textContent = title;
    document.title = `${title}: Marbles in words`;
    log.replaceChildren();
    block = null;
    at("moves").replaceChildren();
    at("commands").replaceChildren();
    at("record-row").hidden = true;
    line.value = "";
    (matchMedia("(pointer: coarse)").matches ? at("title") : line).focus({ preventScroll: true }); // a touch keyboard would cover what is said
    scrollTo(0, 0);
    wait();
  },

  lines({ lines }) {
    block ??= log.appendChild(element("div", { className: "answer" }));
    block.append(...answer(lines));
    show();
  },

  typed({ text }) {
    block = log.appendChild(element("div", { className: "answer" }, element("h3", { textContent: text.trim() || "Enter" })));
  },

  asked(said) {
    clearTimeout(late);
    thinking.textContent = "";
    record = said.record;
    moves(at("moves"), said.moves, press);
    buttons(at("commands"), said.commands, press);
    copying.hidden = !record;
    at("commands").append(copying);
    const last = block?.lastElementChild;
    if (last?.tagName === "P") last.className = "question";
    show();
  },

  record(said) {
    record = said.record;
    open();
  },

  loading({ share }) {
    at("loading").value = share;
  },

  failed({ text }) {
    clearTimeout(late);
    window.marblesTrouble(text);
  },

  // Asked to close, the worker is heard by whoever asks; else it was a mistake.
  closed() {
    heard.failed({ text: "The games were stopped by a mistake." });
  },
};

// What is new comes into sight: from its beginning, where it is longer than the page is high.
function show() {
  const room = innerHeight - form.offsetHeight;
  form.parentElement.style.setProperty("--form", `${form.offsetHeight}px`);
  block?.scrollIntoView({ block: block.offsetHeight > room ? "start" : "end" });
}

function open() {
  at("record").value = record;
  at("record-row").hidden = false;
}

async function copy() {
  try {
    await navigator.clipboard.writeText(record);
    thinking.textContent = "The record is copied.";
  } catch {
    open();
    at("record").select();
    thinking.textContent = "The record is in the box below: copy it from there.";
  }
}

const copying = element("button", { type: "button", textContent: "Copy the record", onclick: copy });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  type(line.value);
  line.value = "";
});

// Says that the games are open in another tab, and waits for the button that brings them here.
function elsewhere(text, name) {
  at("loading").hidden = at("menu").hidden = at("game").hidden = true;
  state.textContent = text;
  at("elsewhere").hidden = false;
  const button = at("elsewhere").firstElementChild;
  button.textContent = name;
  return new Promise((resolve) => {
    button.onclick = () => {
      at("elsewhere").hidden = true;
      state.textContent = LOADING;
      at("loading").hidden = false;
      resolve();
    };
  });
}

const leave = () => new Promise((resolve) => {
  heard.closed = resolve;
  worker.postMessage("close");
  setTimeout(resolve, 3000);
}).finally(() => {
  worker.terminate();
  endThinker();
});

choices.made = send;
await isolate().catch((error) => console.warn("no service worker:", error));
await alone(
  () => elsewhere("The games are open in another tab.", "Go on here instead"),
  leave,
  () => elsewhere("The games are open in another tab now.", "Bring them back here").then(takeBack),
);
worker = new Worker("text-worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.port) return beginThinker(data.port);
  const message = JSON.parse(data);
  heard[message.kind](message);
};
worker.onerror = (event) => heard.failed({ text: event.message ?? "its worker does not start" });
