// The panel below a board: chips of several unsent steps, buttons for what can be picked, Undo and Play. It shows and reports.
// What is spoken: sentences of the service with placeholders, in a region that screen readers listen to.

/** @typedef {{words: string, title: string}} Chip */
/**
 * @typedef {{words: string, detail: string, pressed: boolean, act: () => void, picture?: string, title?: string,
 *   label?: string, disabled?: boolean}} Button
 * @typedef {{title: string, buttons: Button[], facet?: string}} Row
 */

/**
 * An element with text and attributes.
 * @param {string} tag
 * @param {string} text
 * @param {Record<string, string>} attributes
 * @returns {HTMLElement}
 */
function made(tag, text = "", attributes = {}) {
  const one = document.createElement(tag);
  one.textContent = text;
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  return one;
}

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.root = root;
    this.chips = part("chips");
    this.offers = part("offers");
    this.undo = /** @type {HTMLButtonElement} */ (part("undo"));
    this.play = /** @type {HTMLButtonElement} */ (part("play"));
    this.plain = this.play?.textContent ?? ""; // what Play says where there is nothing to play
    this.sendsAtOnce = root.hasAttribute("data-at-once");
    this.undo.hidden = false;
    this.undo.disabled = true; // until there is something to take back
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-scripted]"))) one.hidden = false;
    root.classList.add("scripted");
  }

  /**
   * @param {Chip[]} chips
   * @param {(number: number) => void} takeBack
   */
  showChips(chips, takeBack) {
    const items = chips.map(({ words, title }, number) => {
      const button = made("button", `${words} ×`, { type: "button", class: "chip", title });
      button.addEventListener("click", () => takeBack(number));
      const item = made("li");
      item.append(button);
      return item;
    });
    this.chips.replaceChildren(...items);
    this.chips.scrollLeft = this.chips.scrollWidth;
  }

  /** Show these rows; the button that has the keyboard keeps it, if it is still there. @param {Row[]} rows */
  showOffers(rows) {
    const name = (/** @type {Element | null} */ one) => one?.getAttribute("aria-label") ?? one?.textContent;
    const had = this.offers.contains(document.activeElement) ? name(document.activeElement) : null;
    this.offers.replaceChildren(...rows.map((row) => this.group(row)));
    const buttons = had === null ? [] : [...this.offers.querySelectorAll("button")];
    buttons.find((button) => name(button) === had)?.focus({ preventScroll: true });
  }

  /**
   * A row of buttons; one with pictures is a tray.
   * @param {Row} row
   */
  group({ title, buttons, facet = "" }) {
    const isTray = buttons.some(({ picture }) => picture);
    const group = made("div", "", { class: isTray ? "offer-group tray" : "offer-group", role: "group", "aria-label": title });
    if (facet) group.dataset.facet = facet;
    group.append(made("span", title, { class: "faint" }));
    for (const { words, detail, pressed, act, picture = "", title: meaning = "", label = "", disabled = false } of buttons) {
      const button = /** @type {HTMLButtonElement} */ (made("button", words, { type: "button", class: "plain" }));
      if (picture) button.prepend(...new DOMParser().parseFromString(picture, "text/html").body.childNodes);
      if (detail) button.append(" ", made("small", detail));
      if (meaning || label) button.title = meaning || label;
      if (label) button.setAttribute("aria-label", label);
      if (isTray || pressed) button.setAttribute("aria-pressed", String(pressed));
      button.disabled = disabled;
      button.addEventListener("click", act);
      group.append(button);
    }
    return group;
  }
}

/** @typedef {Record<string, string>} Phrases */

/**
 * A phrase with its placeholders filled in.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export const filled = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

export class Speech {
  /**
   * @param {Element} region
   * @param {Phrases} phrases
   */
  constructor(region, phrases) {
    this.region = region;
    this.phrases = phrases;
  }

  /**
   * @param {string} name of a phrase
   * @param {Record<string, string | number>} values
   */
  say(name, values = {}) {
    this.region.textContent = filled(this.phrases[name] ?? name, values);
  }
}

// Preferences for what comes up after the dice: those that go along with unsent steps, from turn to turn of one game.

export class Preferences {
  /**
   * @param {HTMLElement | null} root where they stand as links; null where no dice can come up
   * @param {Storage} storage
   * @param {string} game
   * @param {string} none what is said where there is none
   */
  constructor(root, storage, game, none) {
    this.storage = storage;
    this.key = `seeds:prefer:${game}`;
    this.none = none;
    this.links = /** @type {HTMLAnchorElement[]} */ ([...(root?.querySelectorAll("[data-prefer]") ?? [])]);
    this.summary = root?.querySelector("[data-preferred]");
    const kept = (storage.getItem(this.key) ?? "").split("; ");
    /** @type {string[]} */
    this.chosen = this.links.map(({ dataset }) => dataset.prefer ?? "").filter((text) => kept.includes(text));
    this.show();
  }

  /** @param {() => void} changed called after each change */
  listen(changed) {
    for (const link of this.links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.toggle(link);
        changed();
      });
    }
  }

  /** A preference takes the place of another one about the same question, or is taken back. @param {HTMLElement} link */
  toggle({ dataset: { prefer = "", question } }) {
    const rivals = this.links.filter((other) => other.dataset.question === question).map((other) => other.dataset.prefer);
    const others = this.chosen.filter((text) => !rivals.includes(text));
    this.chosen = this.chosen.includes(prefer) ? others : [...others, prefer];
    this.storage.setItem(this.key, this.chosen.join("; "));
    this.show();
  }

  show() {
    for (const link of this.links) {
      const isChosen = this.chosen.includes(link.dataset.prefer ?? "");
      link.classList.toggle("plain", !isChosen);
      link.setAttribute("aria-current", String(isChosen));
    }
    if (this.summary) this.summary.textContent = this.chosen.join(", ") || this.none;
  }
}
