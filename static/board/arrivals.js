// Moves that arrive while a game is looked at. The page asks once a minute, in a few bytes, whether the game has gone on,
// and then loads itself again: unsent steps are kept by the tab, and nothing that is written is lost. What is new since
// the last look in this tab is spoken.

const EVERY = 60_000;

/**
 * The entries of the history that are newer than what was seen, oldest first, without one's own.
 * @param {Iterable<{seq: number, own: boolean, words: string}>} entries
 * @param {number} seen
 */
export const arrived = (entries, seen) => [...entries].filter(({ seq, own }) => seq > seen && !own).sort((one, other) => one.seq - other.seq);

/** @param {HTMLElement} line of the history */
function entryOf(line) {
  const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
  for (const aside of copy.querySelectorAll("small, .ply")) aside.remove();
  const words = (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  return { seq: Number(line.dataset.seq), own: line.hasAttribute("data-own"), words, line };
}

/** Whether something is written that the board has not put there, or an earlier moment is looked at. */
function isBusy() {
  const written = [...document.querySelectorAll("textarea")];
  return location.search !== "" || written.some(({ value, defaultValue, dataset }) => value !== defaultValue && value !== dataset.pointed);
}

/** @param {HTMLElement} region */
function begin(region) {
  const key = `seeds:seen:${location.pathname}`;
  const seen = sessionStorage.getItem(key);
  const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".history li"))].map(entryOf);
  const fresh = seen === null ? [] : arrived(entries, Number(seen));
  for (const { line } of /** @type {ReturnType<typeof entryOf>[]} */ (fresh)) line.classList.add("arrived");
  setTimeout(() => (region.textContent = fresh.map(({ words }) => words).join(". ")), 100); // once the region is known
  sessionStorage.setItem(key, String(Math.max(0, ...entries.map(({ seq }) => seq))));

  const { watch = "", moved = "" } = region.dataset;
  async function look() {
    if (document.hidden || !watch) return;
    const answer = await fetch(watch, { cache: "no-store", credentials: "same-origin" });
    if (!answer.ok || !(await answer.json()).length) return;
    if (isBusy()) region.textContent = moved;
    else location.reload();
  }
  setInterval(() => void look().catch(() => {}), EVERY);
  document.addEventListener("visibilitychange", () => void look().catch(() => {}));
}

const region = /** @type {HTMLElement | null} */ (globalThis.document?.querySelector("[data-arrived]") ?? null);
if (region) begin(region);
