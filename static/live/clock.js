// The time left on clocks that run, counted down from what the service said when it sent the page.

const SECOND = 1000;
const DAY = 86_400;
const UNITS = /** @type {[string, number][]} */ ([["day", DAY], ["hour", 3600], ["minute", 60], ["second", 1]]);

/** A span in its two largest units, as the service writes it (ground.wording.span_in_words). @param {number} seconds @param {string} language */
export function spanInWords(seconds, language) {
  const first = seconds % DAY && seconds < 2 * DAY ? 1 : 0;
  const parts = [];
  let rest = seconds;
  for (const [unit, size] of UNITS.slice(first, first + 3)) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count) parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long", useGrouping: false }).format(count));
  }
  return parts.slice(0, 2).join(" ");
}

/** The same as ``6 d 4 h`` (games.presenting.moments.short_span). @param {number} seconds @param {string[]} units */
export function shortSpan(seconds, units) {
  const counts = [Math.floor(seconds / DAY), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const first = counts.findIndex((count) => count);
  return counts.flatMap((count, number) => (count && number >= first && number < first + 2 ? `${count} ${units[number]}` : [])).join(" ");
}

/** When the clocks on the page run out, by the clock of this computer. @type {WeakMap<Element, number>} */
const ends = new WeakMap();

/** Note the clocks of a page that has just come. @param {number} at when the service sent it */
function note(at) {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    if (!ends.has(clock)) ends.set(clock, at + Number(clock.dataset.left));
  }
}

function tick() {
  const language = document.documentElement.lang;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const seconds = Math.floor(((ends.get(clock) ?? 0) - Date.now()) / SECOND);
    const { units } = clock.dataset;
    const words = units ? shortSpan(seconds, units.split(" ")) : spanInWords(seconds, language);
    if (seconds <= 0 || words === clock.textContent) continue;
    clock.style.minInlineSize ||= `${clock.getBoundingClientRect().width}px`; // so that nothing beside it moves
    clock.textContent = words;
  }
}

if (globalThis.document) {
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  note(performance.timeOrigin + (loaded?.responseStart ?? 0));
  document.addEventListener("arrived", () => note(Date.now()));
  setInterval(tick, SECOND);
}
