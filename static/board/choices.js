// What may be done, as the service says it, and what is left of it after picks. No rule of any game is known here, and
// nothing of the page: docs/boards.md describes the answer.

/**
 * @typedef {{value: string, reason: string, picture: string}} Withheld
 * @typedef {{name: string, title: string, is_place: boolean, arrow_from: string, is_pictured: boolean,
 *   values: string[], words: string[], of: number[][], withheld: Withheld[]}} Facet
 * @typedef {{words: string, seat: number | null, place: string, places: string[]}} Effect
 * @typedef {{texts: string[], words: string[], then: string[], gains: number[][], effects: Effect[][],
 *   marks: Record<string, string[]>[], pictures: number[]}} Steps
 * @typedef {{ply: number, after: string[], to_act: number | null, hint: string, colours: string[],
 *   points: number[], count: number,
 *   steps: Steps, facets: Facet[], places: Record<string, string>, pictures: string[], picture: string | null,
 *   preferences: {text: string, meaning: string, step: string}[]}} Answer
 * @typedef {{facet: string, value: string}} Pick
 * @typedef {{value: string, words: string, steps: number[]}} Offer
 * @typedef {{facet: Facet, offers: Offer[]}} Group
 */

/**
 * The numbers of the steps that agree with every pick.
 * @param {Answer} answer
 * @param {readonly Pick[]} picks
 * @returns {number[]}
 */
export function stepsLeft(answer, picks) {
  const wanted = picks.map(({ facet, value }) => {
    const found = answer.facets.find(({ name }) => name === facet);
    return { of: found?.of ?? [], value: found?.values.indexOf(value) ?? -1 };
  });
  const all = Array.from({ length: answer.count }, (_, step) => step);
  return all.filter((step) => wanted.every(({ of, value }) => value >= 0 && of[step].includes(value)));
}

/**
 * What can be picked next: the values of the first facet in which the steps that are left differ, and so on for steps
 * that do not have it.
 * @param {Answer} answer
 * @param {readonly Pick[]} picks
 * @returns {Group[]}
 */
export function groups(answer, picks) {
  const left = stepsLeft(answer, picks);
  /** @type {Group[]} */
  const found = [];
  let rest = left;
  for (const facet of answer.facets) {
    if (picks.some((pick) => pick.facet === facet.name)) continue;
    const having = rest.filter((step) => facet.of[step].length > 0);
    const offers = offersOf(facet, having);
    if (offers.length > 1 || (offers.length === 1 && having.length < left.length)) {
      found.push({ facet, offers });
      rest = rest.filter((step) => facet.of[step].length === 0);
    }
  }
  return found;
}

/**
 * The facet that a place stands for now: the first that has it and can still be picked.
 * @param {Answer} answer
 * @param {readonly Pick[]} picks
 * @param {string} place
 */
export const pickAt = (answer, picks, place) => pickWhere(answer, picks, ({ is_place }) => is_place, (value) => value === place);

/**
 * The button that a letter or figure stands for, also of a facet that is offered later: that of the value itself, else
 * one that ends with the figure, as a d8 does.
 * @param {Answer} answer
 * @param {readonly Pick[]} picks
 * @param {string} key
 */
export function pickOfKey(answer, picks, key) {
  const typed = key.toLowerCase();
  const isButton = (/** @type {Facet} */ { is_place }) => !is_place;
  const exact = pickWhere(answer, picks, isButton, (value) => value.toLowerCase() === typed);
  return exact ?? (/\d/.test(typed) ? pickWhere(answer, picks, isButton, (value) => value.endsWith(typed)) : null);
}

/**
 * The first value of these that the steps which are left have in a facet of these that is not picked.
 * @param {Answer} answer
 * @param {readonly Pick[]} picks
 * @param {(facet: Facet) => boolean} isFacet
 * @param {(value: string) => boolean} isValue
 * @returns {Pick | null}
 */
function pickWhere(answer, picks, isFacet, isValue) {
  const left = stepsLeft(answer, picks);
  for (const { name, values, of } of answer.facets.filter(isFacet)) {
    const value = picks.some(({ facet }) => facet === name) ? -1 : values.findIndex(isValue);
    if (value >= 0 && left.some((step) => of[step].includes(value))) return { facet: name, value: values[value] };
  }
  return null;
}

/**
 * The places that a step has, in all facets.
 * @param {Answer} answer
 * @param {number} step
 * @returns {string[]}
 */
export function placesOf(answer, step) {
  const values = answer.facets.filter(({ is_place }) => is_place).flatMap(({ values, of }) => of[step].map((n) => values[n]));
  return [...new Set(values)];
}

const FEW = 4; // so many steps that are one place each are offered as buttons too

/**
 * Whether the steps that are left are offered whole: the last one, or few of which each is one place.
 * @param {Answer} answer
 * @param {readonly number[]} left
 */
export const areFew = (answer, left) =>
  left.length === 1 ||
  (left.length > 0 && left.length <= FEW && left.every((step) => placesOf(answer, step).length && facetsOf(answer, step).length === 1));

/**
 * @param {Answer} answer
 * @param {number} step
 */
const facetsOf = (answer, step) => answer.facets.filter(({ of }) => of[step].length);

/**
 * Whether a step is shown before it is chosen: it takes something off the board, or puts it at stake.
 * @param {Answer} answer
 * @param {number} step
 */
export const isMarked = (answer, step) => Object.keys(answer.steps.marks[step]).length > 0;

/**
 * What one of these steps puts on the board, as markup; empty without a picture.
 * @param {Answer} answer
 * @param {Facet} facet
 * @param {readonly number[]} steps
 */
export const pictureOf = (answer, { is_pictured }, steps) => (is_pictured ? answer.pictures[answer.steps.pictures[steps[0]]] : "");

/**
 * What a step does besides itself, in words; empty for nothing.
 * @param {Answer} answer
 * @param {number} step
 */
export const effectsOf = (answer, step) => answer.steps.effects[step].map(({ words }) => words).join("; ");

/**
 * What a step costs and which seat gains by it; where no points change, what it does besides itself.
 * @param {Answer} answer
 * @param {number} step
 */
export function consequences(answer, step) {
  const changes = answer.steps.gains[step].flatMap((gain, seat) =>
    gain ? `${answer.colours[seat]}\u00a0${gain > 0 ? "+" : "\u2212"}${Math.abs(gain)}` : [],
  );
  return changes.length ? changes.join(", ") : effectsOf(answer, step);
}

/**
 * The values that these steps have in a facet. Of values that are no places one is enough of those with the same steps.
 * @param {Facet} facet
 * @param {readonly number[]} steps
 * @returns {Offer[]}
 */
function offersOf(facet, steps) {
  /** @type {Map<number, number[]>} */
  const byValue = new Map();
  for (const step of steps) {
    for (const value of facet.of[step]) byValue.set(value, [...(byValue.get(value) ?? []), step]);
  }
  /** @type {Map<string, Offer>} */
  const offers = new Map();
  for (const [value, found] of byValue) {
    const key = facet.is_place ? facet.values[value] : String(found);
    if (!offers.has(key)) offers.set(key, { value: facet.values[value], words: facet.words[value], steps: found });
  }
  return [...offers.values()];
}

// Asking for it: what was asked is remembered, and what failed is asked again.

const ATTEMPTS = 4; // where others behind the same address ask at the same moment
const PAUSE = 700; // milliseconds

/** @param {string} address @param {number} attempts @returns {Promise<Answer>} */
async function asking(address, attempts) {
  const found = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(10_000) });
  if (found.ok) return found.json();
  if ((found.status !== 429 && found.status !== 503) || attempts === 1) throw new Error(`${found.status}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE * (0.5 + Math.random())));
  return asking(address, attempts - 1);
}

/**
 * @param {string} address
 * @returns {(query: Record<string, string>) => Promise<Answer>}
 */
export function asker(address) {
  /** @type {Map<string, Promise<Answer>>} */
  const asked = new Map();
  return (query) => {
    const key = String(new URLSearchParams(query));
    const known = asked.get(key);
    if (known) return known;
    const answer = asking(`${address}?${key}`, ATTEMPTS);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return answer;
  };
}
