// What may be typed now, as buttons: each types its word.
import { element } from "./text-log.js";

const FEW = 12; // moves that are shown at once; more are in groups, of which one is open

// A button for each pair of a word and its name; one that stays keeps the keyboard.
export function buttons(place, pairs, press) {
  const there = new Map([...place.children].map((button) => [button.dataset.word, button]));
  const made = pairs.map(([word, name]) => {
    const button = there.get(word) ?? element("button", { type: "button", textContent: name, onclick: (event) => press(event, word) });
    button.dataset.word = word;
    return button;
  });
  for (const button of [...place.children]) if (!made.includes(button)) button.remove(); // what is removed moves up those behind it
  made.forEach((button, number) => {
    if (place.children[number] !== button) place.insertBefore(button, place.children[number] ?? null);
  });
}

// Moves in groups, each below what they begin with.
export function moves(place, groups, press) {
  const named = (words) => words.map((word) => [word, word]);
  const few = groups.reduce((sum, [, words]) => sum + words.length, 0) <= FEW;
  const kept = place.contains(document.activeElement);
  place.replaceChildren(...(few ? [["", groups.flatMap(([, words]) => words)]] : groups).map(([begins, words]) => {
    const row = element("div", { className: "row" });
    buttons(row, named(words), press);
    if (!begins) return row;
    const group = element("details", { name: "moves" }, element("summary", { textContent: begins }), row);
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", `Moves with ${begins}`);
    return group;
  }));
  if (kept) place.querySelector("summary, button")?.focus({ preventScroll: true });
}
