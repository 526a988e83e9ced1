// The analysis board: the board's own script, with steps of all seats, over a tree of lines.

import { asker } from "./choices.js";
import { filled, Panel, Speech } from "./panel.js";
import { listen, Pointing } from "./pointing.js";
import { shared, Tree } from "./tree.js";
import { View } from "./view.js";

/** @typedef {import("./choices.js").Answer} Answer */

const END = "end";
const FACE = "face"; // the facet of dice
const LONGEST = 3500; // of an address that every server and mail takes

const one = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const field = (/** @type {string} */ selector) => /** @type {HTMLTextAreaElement} */ (document.querySelector(selector));

const figure = one(".board-figure[data-steps]");
const root = one("#pointing");
const begins = /** @type {{ply: number, lines: string[][], after: string[]}} */ (JSON.parse(root.dataset.tried ?? "{}"));
const key = `seeds:analysis:${location.pathname}:${begins.ply}`;
const tree = Tree.load(localStorage, key);
for (const line of [...begins.lines, begins.after]) tree.at(line);
tree.takeNotes(new URLSearchParams(location.hash.slice(1)));

const panel = new Panel(root);
const speech = new Speech(one("#pointing [data-say]"), JSON.parse(root.dataset.phrases ?? "{}"));
const view = new View(one(".picture"), one("[data-zoom]"));
const service = asker(figure.dataset.steps ?? "");
const ask = (/** @type {string[]} */ after) => service({ ply: String(begins.ply), line: after.join("; ") });
const note = field("#id_line_note");

/**
 * The address of a line, with all others, and behind a # the notes, which are not sent to the service. What does not fit is
 * left out: first the notes, then the other lines.
 * @param {readonly string[]} after
 */
function addressOf(after) {
  const query = new URLSearchParams({ ply: String(begins.ply) });
  for (const text of tree.texts()) query.append("line", text);
  if (after.length) query.append("after", after.join("; "));
  const notes = String(new URLSearchParams(tree.notes()));
  if (notes && `${query}#${notes}`.length <= LONGEST) return `${location.pathname}?${query}#${notes}`;
  if (String(query).length <= LONGEST) return `${location.pathname}?${query}`;
  return `${location.pathname}?${new URLSearchParams({ ply: String(begins.ply), after: after.join("; ") })}`;
}

/** @param {readonly string[]} path */
function linkTo(path) {
  const link = document.createElement("a");
  link.href = addressOf(path);
  link.textContent = path.at(-1) ?? "";
  link.title = tree.at(path).note;
  if (link.title) link.classList.add("noted");
  if (path.join(";") === pointing.after.join(";")) link.setAttribute("aria-current", "step");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void pointing.guard(pointing.goTo([...path]));
  });
  return link;
}

function showLines() {
  /** @type {string[]} */
  let before = [];
  const rows = tree.lines().map((line, number) => {
    const alike = shared(before, line);
    const row = document.createElement("li");
    if (number) {
      const { after_step, at_start } = speech.phrases;
      const leaves = document.createElement("span");
      leaves.className = "faint";
      leaves.textContent = alike ? filled(after_step, { step: line[alike - 1] }) : at_start;
      row.append(leaves, " ");
    }
    for (let end = alike + 1; end <= line.length; end++) row.append(linkTo(line.slice(0, end)), " ");
    before = line;
    return row;
  });
  one("[data-lines]").replaceChildren(...rows);
}

/** Keep the tree and show it everywhere. @param {string[]} after the line on the board */
function keep(after) {
  tree.at(after);
  tree.keep(localStorage, key);
  showLines();
  history.replaceState(null, "", addressOf(after));
  const texts = tree.texts();
  for (const input of document.querySelectorAll("#try [name=line]")) input.remove();
  for (const text of texts) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name: "line", value: text });
    one("#try").append(input);
  }
  if (document.getElementById("take")) {
    field("#take [name=lines]").value = texts.join("\n");
    field("#take [name=after]").value = after.join("; ");
  }
  if (document.activeElement !== note) note.value = tree.at(after).note;
  const scores = document.querySelectorAll("[data-points]");
  pointing.answer?.points.forEach((points, seat) => (scores[seat].textContent = String(points)));
}

/** A throw of the browser, where a die is to fall. @param {Answer} answer */
function throwing(answer) {
  const faces = answer.facets.find(({ name }) => name === FACE);
  if (!faces || !answer.count) return [];
  const { throw: title, not_our_dice } = speech.phrases;
  const act = () => void pointing.guard(pointing.choose(Math.floor(Math.random() * answer.count)));
  return [{ title: "", buttons: [{ words: title, detail: not_our_dice, pressed: false, act }] }];
}

/** @type {import("./pointing.js").Memory} */
const memory = { load: () => ({}), forgetOthers: () => [], keep: ({ after = [] }) => keep(after) };
const box = field("#id_text");
const pointing = new Pointing({ figure, box, panel, view, speech, memory, ask, goesOn: (then) => then !== END, extra: throwing });
listen(pointing);

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-scripted]"))) part.hidden = false;
note.addEventListener("input", () => {
  tree.at(pointing.after).note = note.value;
  keep(pointing.after);
});
one("[data-remove]").addEventListener("click", () => {
  const { after } = pointing;
  if (!after.length) return;
  tree.remove(after);
  void pointing.guard(pointing.goTo(after.slice(0, -1)));
});
one("[data-copy]").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  const hasNotes = Object.keys(tree.notes()).length > 0;
  const isWhole = (!tree.lines().length || new URLSearchParams(location.search).has("line")) && (!hasNotes || location.hash.length > 1);
  one("[data-shared]").textContent = speech.phrases[isWhole ? "copied" : "too_long"];
});
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest("input, textarea, pre, .wide")) return;
  const { after } = pointing;
  const next = [...tree.at(after).children.keys()][0];
  if (event.key === "ArrowLeft" && after.length) void pointing.guard(pointing.goTo(after.slice(0, -1)));
  if (event.key === "ArrowRight" && next !== undefined) void pointing.guard(pointing.goTo([...after, next]));
});

void pointing.guard(pointing.goTo(begins.after));
