// The Go board of Roots and Shoots under a finger: where legal nodes lie too close to distinguish, the first tap brings
// the part of the board closer, and the next one means a node.

import { NEAR } from "./board.js";
import { pickAt, stepsLeft } from "./choices.js";

/** @typedef {import("./pointing.js").Pointing} Pointing */

const APART = 44; // pixels from one lit node to the next: as wide as a finger

/**
 * Whether a finger at these distances from lit places could mean several of them.
 * @param {Iterable<{away: number, steps: string}>} places how far each is, and what picking it leaves
 */
export const isCrowded = (places) => new Set([...places].filter(({ away }) => away <= NEAR).map(({ steps }) => steps)).size > 1;

/**
 * The lit places with their distance from a pointer.
 * @param {Pointing} pointing
 * @param {{clientX: number, clientY: number}} pointer
 */
function litAround({ board, answer, picks }, { clientX, clientY }) {
  return [...board.svg.querySelectorAll(".lit")].map((shape) => {
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    const place = shape.getAttribute("data-place") ?? "";
    const pick = answer && pickAt(answer, picks, place);
    const steps = answer ? stepsLeft(answer, pick ? [...picks, pick] : picks).join() : "";
    return { away: Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2), steps, size: right - left };
  });
}

/** @type {Pointing | undefined} */
let pointing;

/** @param {Event} event */
function closer(event) {
  const tap = /** @type {PointerEvent} */ (event);
  if (!pointing || tap.pointerType !== "touch" || pointing.view.moved) return;
  const lit = litAround(pointing, tap);
  if (!isCrowded(lit) || lit[0].size >= APART * 0.9) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pointing.view.zoom(APART / lit[0].size, pointing.view.pointAt(tap));
  pointing.speech.say("closer");
}

/** The board that the page shows now. */
function begin() {
  const figure = document.querySelector(".board-figure[data-steps]");
  figure?.addEventListener("shown", (event) => (pointing = /** @type {CustomEvent<Pointing>} */ (event).detail));
  figure?.querySelector(".picture")?.addEventListener("click", closer, { capture: true });
}

if (globalThis.document) {
  begin();
  document.addEventListener("arrived", begin);
}
