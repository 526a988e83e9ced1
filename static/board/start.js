// The page of a game on which a player is to act: what was links becomes a board that answers at once.

import { asker } from "./choices.js";
import { Panel, Preferences, Speech } from "./panel.js";
import { listen, Pointing } from "./pointing.js";
import { Memory, Sending } from "./sending.js";
import { View } from "./view.js";

/** The board that the page shows now. */
function begin() {
  const figure = /** @type {HTMLElement | null} */ (document.querySelector(".board-figure[data-steps]"));
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("id_text"));
  const root = document.getElementById("pointing");
  if (!figure || !box || !root) return;
  const panel = new Panel(root);
  const speech = new Speech(/** @type {Element} */ (root.querySelector("[data-say]")), JSON.parse(root.dataset.phrases ?? "{}"));
  const ply = figure.dataset.ply ?? "";
  life.abort();
  life = new AbortController();
  const { signal } = life;
  const form = /** @type {HTMLFormElement} */ (box.form);
  const memory = new Memory(localStorage, form.getAttribute("action") ?? "", ply);
  const { after, picks } = /** @type {import("./sending.js").Unsent} */ (JSON.parse(root.dataset.unsent ?? "{}"));
  const isAhead = after.length > 0; // the page has come by links, and its picture is not that of the position
  if (isAhead || picks.length) {
    memory.keep({ after, picks, text: "" });
    history.replaceState(null, "", location.pathname + location.hash);
  }

  const service = asker(figure.dataset.steps ?? "");
  const ask = (/** @type {string[]} */ steps) =>
    service({ ply, ...(steps.length ? { after: steps.join("; ") } : isAhead ? { line: "" } : {}) });
  const picture = /** @type {HTMLElement} */ (figure.querySelector(".picture"));
  const view = new View(picture, /** @type {HTMLElement} */ (root.querySelector("[data-zoom]")), signal);
  const preferences = new Preferences(root.querySelector("[data-preferences]"), localStorage, location.pathname, speech.phrases.ask_me);
  const pointing = new Pointing({ figure, box, panel, view, speech, memory, preferences, ask });
  listen(pointing);
  preferences.listen(() => pointing.show());
  figure.addEventListener("shown", () => {
    const { top, bottom } = picture.getBoundingClientRect(); // a panel that has grown must not hide what was picked
    const hidden = bottom - root.getBoundingClientRect().top;
    if (pointing.picks.length + pointing.after.length && hidden > 0 && top > 0) scrollBy(0, Math.min(hidden, top));
  });
  panel.play.addEventListener("click", (event) => {
    if (!pointing.mustWait) return pointing.settle();
    pointing.playsNext = true;
    event.preventDefault();
  });
  box.addEventListener("input", () => void pointing.guard(pointing.keepTyped()));
  document.querySelector("[data-type]")?.addEventListener("click", () => {
    document.body.classList.add("typing");
    box.focus();
  });

  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-step]"))) {
    link.addEventListener("click", (event) => {
      const step = pointing.answer?.steps.texts.indexOf(link.dataset.step ?? "") ?? -1;
      if (step < 0 || pointing.isComplete) return;
      event.preventDefault();
      void pointing.guard(pointing.choose(step));
    });
  }
  const sign = /** @type {HTMLElement} */ (root.querySelector("[data-not-sent]"));
  const takeUp = (/** @type {string} */ text) => void pointing.guard(pointing.takeUp(text));
  if (form.elements.namedItem("nonce")) void new Sending(form, memory, sign, signal, takeUp).resume(); // the form of a trial has none
  void pointing.guard(pointing.start()).then(() => {
    if (pointing.isTyped) document.body.classList.add("typing"); // what is in the box can be seen
  });
}

let life = new AbortController(); // of what the board that is shown has beyond its part of the page
begin();
document.addEventListener("arrived", begin);
