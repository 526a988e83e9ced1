// Putting the fresh live part of a page in place of the old one. What is open stays open, what is scrolled stays scrolled,
// what is being written stays written, and whoever stands on something by keyboard stands there still.

const WRITTEN = "textarea[id], input[id]:not([type=hidden]), select[id]";
const HELD = "a, button, summary, [tabindex]";
const NOTES = ":scope > :has(> .notes)"; // what has been done, which a look does not bring
const WIDE = ".wide"; // what scrolls sideways

/** @typedef {HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement} Field */

/** What a page is about, as topics of the feed; blank if it does not change by itself. */
export const topics = () =>
  /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"))?.dataset.live ??
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=live]"))?.content ??
  "";

/** Where the page is asked for: what answers a form of a game is the page of that game. */
export const address = () => {
  const [, game] = /^game:(\d+)$/.exec(topics()) ?? [];
  const own = `/games/${game}/`;
  return game && location.pathname !== own ? own : location.href;
};

/** The number of the moment that a page shows, of the entries of the feed; 0 if it has none. @param {Document} page */
export const momentOf = (page) => Number(page.querySelector("#moment")?.getAttribute("value") ?? 0);

/** The part that changes: what is marked, else all that is between header and footer. @param {Document} page */
const livePart = (page) => /** @type {HTMLElement | null} */ (page.querySelector("[data-live]") ?? page.querySelector("main"));

/** @param {Document} fresh @param {string} what has happened, of the kinds of the feed */
export function place(fresh, what) {
  const isTalk = what === "said";
  const find = (/** @type {Document} */ page) => (isTalk ? /** @type {HTMLElement | null} */ (page.querySelector("#talk")) : livePart(page));
  const old = find(document);
  const next = find(fresh);
  if (!old || !next) return;
  const past = /** @type {HTMLElement | null} */ (old.querySelector("[data-past]"));
  if (!isTalk && past) return sayMovedOn(past);
  document.body.classList.add("fitted"); // board.css hides nothing on a page that is being read
  complete(fresh);
  keepWritten(old, next);
  keepOpen(old, next);
  const notes = old.querySelector(NOTES);
  if (notes && !next.querySelector(NOTES)) next.prepend(document.adoptNode(notes));
  const scrolled = [...old.querySelectorAll(WIDE)].map((one) => one.scrollLeft);
  const focus = focusIn(old);
  old.replaceChildren(...[...next.childNodes].map((node) => document.adoptNode(node)));
  old.querySelectorAll(WIDE).forEach((one, number) => (one.scrollLeft = scrolled[number] ?? 0));
  focus();
  if (isTalk) return;
  if (fresh.title) document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("arrived"));
}

/** An earlier moment is on the board: it stays, and its note, which leads to the present, says more. @param {HTMLElement} note */
function sayMovedOn(note) {
  if (note.querySelector("b")) return;
  const words = document.createElement("b");
  words.textContent = note.dataset.past ?? "";
  note.prepend(words, " ");
}

/** Styles and scripts that the page did not need so far. @param {Document} fresh */
function complete(fresh) {
  for (const one of /** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */ (fresh.head.querySelectorAll("script[src], link[rel=stylesheet]"))) {
    const name = one.matches("script") ? "src" : "href";
    const address = one.getAttribute(name) ?? "";
    if (document.head.querySelector(`[${name}="${CSS.escape(address)}"]`)) continue;
    const added = document.createElement(one.localName);
    for (const attribute of one.attributes) added.setAttribute(attribute.name, attribute.value);
    if (added instanceof HTMLScriptElement) added.async = false; // in their order
    document.head.append(added);
  }
}

/** @param {HTMLElement} old @param {HTMLElement} next */
function keepWritten(old, next) {
  for (const field of /** @type {NodeListOf<Field>} */ (old.querySelectorAll(WRITTEN))) {
    const same = /** @type {Field | null} */ (next.querySelector(`#${CSS.escape(field.id)}`));
    if (!same || same.localName !== field.localName || field.dataset.pointed === field.value) continue;
    if (field instanceof HTMLInputElement && same instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) same.checked = field.checked;
    else if (!("defaultValue" in field) || field.value !== field.defaultValue) same.value = field.value;
  }
}

/** @param {HTMLElement} old @param {HTMLElement} next */
function keepOpen(old, next) {
  const before = [...old.querySelectorAll("details")];
  const after = [...next.querySelectorAll("details")];
  for (const [number, one] of after.entries()) {
    const same = one.id ? before.find(({ id }) => id === one.id) : before.length === after.length ? before[number] : undefined;
    if (same) one.open = same.open;
  }
}

/** Where the keyboard stands, and the way back to it. @param {HTMLElement} old */
function focusIn(old) {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !old.contains(active)) return () => {};
  const { id } = active;
  const number = [...old.querySelectorAll(HELD)].indexOf(active);
  const caret = active instanceof HTMLTextAreaElement ? [active.selectionStart, active.selectionEnd] : null;
  return () => {
    const same = id ? document.getElementById(id) : number < 0 ? null : old.querySelectorAll(HELD)[number];
    /** @type {HTMLElement | null} */ (same)?.focus({ preventScroll: true });
    if (caret && same instanceof HTMLTextAreaElement) same.setSelectionRange(caret[0], caret[1]);
  };
}
