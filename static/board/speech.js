// What is spoken: sentences of the service with placeholders, in a region that screen readers listen to.

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
