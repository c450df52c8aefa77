// The menu of the text version: what there is to choose from, and what was chosen.
import { element } from "./text-log.js";

const at = (id) => document.getElementById(id);

// `made` is set to what takes a wish.
export const choices = {
  made: () => {},
  // Says beside what was wished for why it is not to be had.
  refused(why) {
    (asked?.querySelector(".said") ?? at("state")).textContent = why;
  },
};

let games = [];
let asked = null;

function wish(place, kind, more) {
  for (const said of document.querySelectorAll(".said")) said.textContent = "";
  asked = place;
  choices.made({ kind, ...more });
}

function offer(select, pairs) {
  const chosen = select.value;
  select.replaceChildren(...pairs.map(([value, textContent]) => element("option", { value, textContent })));
  if (pairs.some(([value]) => String(value) === chosen)) select.value = chosen;
}

export function menu(said) {
  games = said.games;
  const unfinished = at("unfinished");
  unfinished.hidden = !said.unfinished.length;
  unfinished.querySelector("ul").replaceChildren(...said.unfinished.map(([saved, text]) => {
    const button = element("button", { type: "button", textContent: text, onclick: () => wish(unfinished, "play", { saved }) });
    return element("li", {}, button);
  }));
  if (!at("games").querySelector("input")) {
    at("games").append(...games.map(radio));
    rules();
  }
  const named = (all) => all.map((game) => [game.key, game.title]);
  at("season-section").hidden = !said.season;
  at("stands").textContent = said.season;
  offer(at("lesson"), games.filter((game) => game.lesson).map((game) => [game.key, `${game.title}: ${game.lesson}`]));
  offer(at("day"), [["", "The game whose turn it is"], ...named(games)]);
  offer(at("puzzles"), [["", "Whatever is due"], ...named(games.filter((game) => game.puzzles))]);
}

function radio(game, number) {
  const input = element("input", { type: "radio", name: "game", value: game.key, checked: number === 0, onchange: rules });
  return element("label", {}, input, element("span", {}, element("b", { textContent: game.title }), game.about));
}

const chosen = () => games.find((game) => game.key === at("games").querySelector(":checked").value);

// What can be chosen for a game.
function rules() {
  const game = chosen();
  offer(at("opponent"), game.opponents);
  offer(at("players"), game.players.map((count) => [count, String(count)]));
  if (game.players.includes(2)) at("players").value = "2";
  at("players-row").hidden = game.players.length < 2;
  at("start-row").hidden = game.starts.length < 2;
  offer(at("start"), game.starts);
  at("start").selectedIndex = 0;
  at("rules-row").hidden = !game.options.length;
  at("rules").replaceChildren(...game.options.map(rule));
  seats();
}

// Whoever plays against people at the same keyboard sits everywhere.
function seats() {
  const game = chosen();
  const count = Number(at("players").value);
  at("side-row").hidden = at("opponent").value === "human" || count < 2;
  offer(at("side"), game.sides.slice(0, count).map((side, number) => [number, number ? side : `${side}, who begins`]));
}

function rule(option) {
  const id = `rule-${option.name}`;
  let field;
  if (option.bounds) {
    const [min, max] = option.bounds;
    field = element("input", { type: "number", id, min, max, value: /^\d+$/.test(option.usual) ? option.usual : "" });
  } else {
    field = element("select", { id });
    offer(field, option.words.map((word) => [word, word]));
    field.value = option.usual;
  }
  field.dataset.option = option.name;
  return element("p", {}, element("label", { htmlFor: id, textContent: option.about }), field);
}

function options() {
  const fields = [...at("rules").querySelectorAll("[data-option]")];
  const set = fields.filter((field) => field.value !== (chosen().options.find((option) => option.name === field.dataset.option).usual));
  return Object.fromEntries(set.map((field) => [field.dataset.option, field.value]));
}

at("opponent").addEventListener("change", seats);
at("players").addEventListener("change", seats);

function on(id, wished) {
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    wish(event.target, ...wished());
  });
}

on("play", () => ["play", {
  game: chosen().key,
  opponent: at("opponent").value,
  players: Number(at("players").value),
  side: at("side-row").hidden ? 0 : Number(at("side").value),
  start: at("start").value,
  options: options(),
}]);
on("learn", () => ["lesson", { game: at("lesson").value }]);
on("daily", () => ["daily", { game: at("day").value, day: at("date").value }]);
at("days").addEventListener("click", () => wish(at("daily"), "days", {}));
on("puzzle", () => ["puzzle", { game: at("puzzles").value }]);
on("season", () => ["play", { season: true }]);
on("paste", () => ["play", { record: at("pasted").value }]);
