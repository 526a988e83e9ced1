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
