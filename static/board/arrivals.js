// Moves that arrive while a game is looked at, or came since the last look in this tab, are marked in the history and
// spoken. How they arrive is the matter of live/page.js.

/**
 * The entries of the history that are newer than what was seen, oldest first, without one's own.
 * @param {Iterable<{seq: number, own: boolean, words: string}>} entries
 * @param {number} seen
 */
export const arrived = (entries, seen) => [...entries].filter(({ seq, own }) => seq > seen && !own).sort((one, other) => one.seq - other.seq);

/** @param {HTMLElement} line of the history */
function entryOf(line) {
  const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
  for (const aside of copy.querySelectorAll("small, .n")) aside.remove();
  const words = (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  return { seq: Number(line.dataset.seq), own: line.hasAttribute("data-own"), words, line };
}

/** The entries that are marked, until others arrive: the page may be put in place again with nothing new. @type {Set<number>} */
let marked = new Set();
/** What is still to be spoken. @type {string[]} */
let unspoken = [];
let timer = 0;

/** @param {HTMLElement} region */
function begin(region) {
  const key = `seeds:seen:${location.pathname}`;
  const seen = sessionStorage.getItem(key);
  const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".history li"))].map(entryOf);
  const fresh = seen === null ? [] : arrived(entries, Number(seen));
  if (fresh.length) marked = new Set(fresh.map(({ seq }) => seq));
  for (const { seq, line } of entries) if (marked.has(seq)) line.classList.add("arrived");
  unspoken.push(...fresh.map(({ words }) => words));
  if (fresh.length) document.dispatchEvent(new CustomEvent("news"));
  if (fresh.length) document.querySelector(".board-figure")?.classList.add("news");
  clearTimeout(timer);
  timer = setTimeout(() => speak(region), 100); // once the region is known
  sessionStorage.setItem(key, String(Math.max(0, ...entries.map(({ seq }) => seq))));
}

/** @param {HTMLElement} region */
function speak(region) {
  if (unspoken.length) region.textContent = unspoken.join(". ");
  unspoken = [];
}

/** The history that the page shows now. */
function look() {
  const region = /** @type {HTMLElement | null} */ (document.querySelector("[data-arrived]"));
  if (region) begin(region);
}

if (globalThis.document) {
  look();
  document.addEventListener("arrived", look);
}
