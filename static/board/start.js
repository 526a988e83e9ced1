// The page of a game on which a player is to act: what was links becomes a board that answers at once.

import { Memory } from "./memory.js";
import { Panel } from "./panel.js";
import { isOfTheBoard, Pointing } from "./pointing.js";
import { Speech } from "./speech.js";
import { View } from "./view.js";

const CONFIRM = "seeds:confirm"; // whether a move is sent by Play alone

const figure = /** @type {HTMLElement | null} */ (document.querySelector(".board-figure[data-steps]"));
const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("id_text"));
const root = document.getElementById("pointing");

if (figure && box && root && !new URLSearchParams(location.search).has("after")) {
  const panel = new Panel(root);
  const phrases = JSON.parse(root.dataset.phrases ?? "{}");
  const speech = new Speech(/** @type {Element} */ (root.querySelector("[data-say]")), phrases);
  const address = figure.dataset.steps ?? "";
  const ply = Number(figure.dataset.ply);
  /** @type {Map<string, Promise<import("./choices.js").Answer>>} */
  const asked = new Map();

  const ask = (/** @type {string[]} */ after) => {
    const query = new URLSearchParams({ ply: String(ply), ...(after.length ? { after: after.join("; ") } : {}) });
    const key = String(query);
    const known = asked.get(key);
    if (known) return known;
    const answer = fetch(`${address}?${query}`, { credentials: "same-origin" }).then((found) => {
      if (!found.ok) throw new Error(`${found.status}`);
      return found.json();
    });
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };

  const picture = /** @type {HTMLElement} */ (figure.querySelector(".picture"));
  const view = new View(picture, /** @type {HTMLElement} */ (root.querySelector("[data-zoom]")));
  const pointing = new Pointing({ figure, box, panel, view, speech, memory: new Memory(sessionStorage, location.pathname, ply), ask });

  panel.confirm.checked = localStorage.getItem(CONFIRM) !== "no";
  panel.confirm.addEventListener("change", () => localStorage.setItem(CONFIRM, panel.confirm.checked ? "yes" : "no"));
  panel.undo.addEventListener("click", () => void pointing.guard(pointing.undo()));

  pointing.place.addEventListener("click", (event) => {
    const place = pointing.board.placeAt(event);
    if (place === null) return;
    event.preventDefault();
    pointing.board.moveTo(place);
    void pointing.guard(pointing.point(place));
  });
  pointing.place.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isOfTheBoard(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    void pointing.guard(pointing.press(event.key).then(() => pointing.board.svg.focus({ preventScroll: true })));
  });
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-step]"))) {
    link.addEventListener("click", (event) => {
      const step = pointing.answer?.steps.texts.indexOf(link.dataset.step ?? "") ?? -1;
      if (step < 0 || pointing.isComplete) return;
      event.preventDefault();
      void pointing.guard(pointing.choose(step));
    });
  }
  void pointing.guard(pointing.start());
}
