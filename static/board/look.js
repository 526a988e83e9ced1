// The board of a game on which nobody is to act here: it fills its place, and can be zoomed.

import { View } from "./view.js";

let life = new AbortController();

/** The board that the page shows now. */
function begin() {
  const picture = /** @type {HTMLElement | null} */ (document.querySelector(".board-figure .picture"));
  const svg = picture?.querySelector("svg");
  if (!picture || !svg || document.querySelector("#pointing")) return;
  life.abort();
  life = new AbortController();
  new View(picture, document.createElement("div"), life.signal).show(svg);
}

begin();
for (const name of ["arrived", "replayed"]) document.addEventListener(name, begin);
