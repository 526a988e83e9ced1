// A player points at a board: picks, unsent steps, and what the page shows of them. The text in the move box is all that
// is ever sent, by the form that was there before.

import { Board, WAYS } from "./board.js";
import { areFew, consequences, effectsOf, groups, isMarked, pickAt, pickOfKey, pictureOf, placesOf, stepsLeft } from "./choices.js";
import { filled } from "./panel.js";
import { ZOOM } from "./view.js";

/**
 * @typedef {import("./choices.js").Answer} Answer
 * @typedef {import("./choices.js").Facet} Facet
 * @typedef {import("./choices.js").Pick} Pick
 * @typedef {import("./panel.js").Panel} Panel
 * @typedef {import("./panel.js").Row} Row
 * @typedef {import("./panel.js").Speech} Speech
 * @typedef {import("./sending.js").Unsent} Unsent
 * @typedef {{load: () => Partial<Unsent>, keep: (unsent: Partial<Unsent>) => void, forgetOthers: () => string[]}} Memory
 * @typedef {import("./panel.js").Preferences} Preferences
 * @typedef {import("./view.js").View} View
 * @typedef {{figure: HTMLElement, box: HTMLTextAreaElement, panel: Panel, view: View, speech: Speech, memory: Memory,
 *   ask: (after: string[]) => Promise<Answer>, goesOn?: (then: string) => boolean, preferences?: Preferences,
 *   extra?: (answer: Answer) => Row[]}} Parts
 */
// goesOn: whether another step may be added to one after which the game waits for that; extra: buttons above all others

const FEW = 400; // so many steps that are left are shown one by one
const MORE = "more";
const DICE = "dice";

export class Pointing {
  /** @param {Parts} parts */
  constructor({ figure, box, panel, view, speech, memory, ask, goesOn = (then) => then === MORE, preferences, extra = () => [] }) {
    this.figure = figure;
    this.box = box;
    this.panel = panel;
    this.view = view;
    this.speech = speech;
    this.memory = memory;
    this.ask = ask;
    this.goesOn = goesOn;
    this.preferences = preferences;
    this.extra = extra;
    this.place = /** @type {HTMLElement} */ (figure.querySelector(".picture"));
    this.first = this.place.innerHTML;
    /** @type {Answer | null} */
    this.answer = null;
    /** @type {string[]} */
    this.after = [];
    /** @type {Map<string, {words: string, place: string}>} */
    this.known = new Map(); // by the unsent steps up to one of them its words, and its place where it is one
    /** @type {Pick[]} */
    this.picks = [];
    this.candidate = 0;
    this.isTurnedTo = false; // whether the player has turned to the candidate
    this.drawsSteps = false; // whether the module of a game draws whole steps
    this.isComplete = false;
    /** @type {(() => Row[] | null) | null} */
    this.ownRows = null; // buttons that the module of a game has in place of those of facets
    this.isBeginning = false;
    this.putAway = ""; // what was typed before the present picks, which an undo of them brings back
    this.underWay = 0; // so many answers to what a player did are still to come
    this.playsNext = false; // whether Play was chosen before they came
    this.board = this.draw(null);
  }

  /** Begin at the present moment, or where the tab stood before it was loaded again. */
  async start() {
    this.isBeginning = true;
    const earlier = this.memory.forgetOthers();
    const { after = [], picks = [], candidate = 0 } = this.memory.load();
    const { value } = this.box;
    this.answer = await this.ask([]);
    if (this.answer.picture) this.board = this.draw(this.answer.picture);
    const wanted = after.length ? after : earlier;
    for (const text of wanted) {
      const step = this.answer.steps.texts.indexOf(text);
      if (step < 0 || this.isComplete) break;
      await this.choose(step, true);
    }
    const gone = wanted.slice(this.after.length).join("; ");
    if (gone) this.speech.say(this.after.length ? "moved_on_kept" : "moved_on", { steps: gone, kept: this.after.join("; ") });
    else if (!this.after.length) this.speech.region.textContent = this.answer.hint;
    this.picks = picks.filter(() => !this.isComplete && this.box.value === value);
    const { length } = this.left;
    if (!length) this.picks = [];
    this.candidate = candidate < length ? candidate : 0;
    this.isBeginning = false;
    this.show();
  }

  /**
   * The board as the first page had it, or a picture of the service.
   * @param {string | null} picture
   */
  draw(picture) {
    const cursor = /** @type {Board | undefined} */ (this.board)?.cursor;
    this.place.innerHTML = picture ?? this.first;
    const board = new Board(/** @type {SVGSVGElement} */ (this.place.querySelector("svg")));
    this.view.show(board.svg);
    if (cursor) board.moveTo(cursor);
    return board;
  }

  /** @returns {number[]} */
  get left() {
    return this.answer && !this.isComplete ? stepsLeft(this.answer, this.picks) : [];
  }

  /** What is known of the unsent steps. */
  get unsent() {
    return this.after.map((words, number) => this.known.get(this.after.slice(0, number + 1).join("; ")) ?? { words, place: "" });
  }

  /** What can be picked next. */
  get open() {
    return this.answer && !this.isComplete ? groups(this.answer, this.picks) : [];
  }

  /** That of it which the drawing has. */
  get lit() {
    return this.open.find(({ facet, offers }) => facet.is_place && offers.some(({ value }) => this.board.shapes.has(value)));
  }

  /** Whether the steps that are left differ in a place alone, and are shown one after another. */
  get isRing() {
    const { lit } = this;
    return Boolean(lit && !lit.facet.arrow_from); // else there is little to choose, and all of it is seen
  }

  /** The step that the board shows whole before it is chosen. @returns {number | undefined} */
  get shown() {
    const { left } = this;
    if (this.isTyped) return undefined;
    if (left.length === 1) return left[0];
    const isWhole = this.picks.length && left.length <= FEW && (this.drawsSteps || this.isTurnedTo || this.isRing);
    return isWhole ? left[this.candidate] : undefined;
  }

  /** What Play plays, as it is sent and in words: the unsent steps and what is shown, or what was typed. */
  get offered() {
    const { shown, answer, after } = this;
    if (this.isTyped) return { texts: [], text: this.box.value, words: this.box.value.trim() };
    const isChosen = shown === undefined || !answer || (after.length && !this.picks.length);
    const texts = isChosen ? after : [...after, answer.steps.texts[shown]];
    const words = [...this.unsent.map((step) => step.words), ...(isChosen ? [] : [answer.steps.words[shown]])].map((step) => step.split(": ")[0]);
    const preferred = texts.length ? (this.preferences?.chosen ?? []) : [];
    return { texts, text: [...texts, ...preferred].join("; "), words: [...words, ...preferred].join("; ") };
  }

  /**
   * Pick a value; the only step that is left then is chosen.
   * @param {Pick} pick
   */
  async pick(pick) {
    if (!this.answer || this.isComplete) return;
    const picks = [...this.picks.filter(({ facet }) => facet !== pick.facet), pick];
    const left = stepsLeft(this.answer, picks);
    if (!left.length) return;
    this.picks = picks;
    if (left.length === 1 && !isMarked(this.answer, left[0])) return this.choose(left[0]);
    this.candidate = this.mostDrawn(left);
    this.isTurnedTo = false;
    this.show();
    if (left.length > 1) return this.speech.say("picked", { value: this.wordsOf(pick), next: groups(this.answer, picks)[0]?.facet.title ?? this.speech.phrases.steps });
    this.speech.say("confirm", { step: this.answer.steps.words[left[0]], effects: effectsOf(this.answer, left[0]) });
  }

  /**
   * Of the steps that are left the first of those that lie most within the drawing.
   * @param {readonly number[]} left
   */
  mostDrawn(left) {
    const drawn = left.slice(0, FEW).map((step) => {
      const places = placesOf(/** @type {Answer} */ (this.answer), step);
      return places.filter((place) => this.board.shapes.has(place)).length;
    });
    return drawn.indexOf(Math.max(...drawn));
  }

  /**
   * A step is chosen: it joins the unsent ones, and the board shows what it leads to. Without a network it is picked.
   * @param {number} step
   * @param {boolean} quietly
   */
  async choose(step, quietly = false) {
    const answer = /** @type {Answer} */ (this.answer);
    const { texts, words, then } = answer.steps;
    const after = [...this.after, texts[step]];
    const effects = effectsOf(answer, step);
    const places = placesOf(answer, step);
    this.known.set(after.join("; "), { words: words[step], place: places.length === 1 ? places[0] : "" });
    const hasGone = this.goTo(after, !this.goesOn(then[step]), then[step] === DICE && !places.length);
    if (quietly) return hasGone;
    if (!(await hasGone.then(() => true, () => false))) {
      if (this.shown !== step) this.picks = [];
      for (const { name, values, of } of answer.facets) {
        if (of[step].length && this.left.length > 1 && this.shown !== step) this.picks.push({ facet: name, value: values[of[step][0]] });
      }
      this.show();
      return this.speech.say("confirm", { step: words[step], effects });
    }
    this.speech.say("chosen", { step: words[step], effects: effects || (this.isComplete ? this.speech.phrases.ready : this.answer?.hint ?? "") });
    if (this.isComplete && this.panel.sendsAtOnce) this.panel.play.click();
  }

  /**
   * Show the board after these steps.
   * @param {string[]} after
   * @param {boolean} isComplete whether nothing can be added to them
   * @param {boolean} isRoll whether the last one changes nothing on the board before dice fall
   */
  async goTo(after, isComplete = false, isRoll = false) {
    const isUnknown = isComplete && isRoll;
    const { value } = this.box;
    const next = isUnknown ? { .../** @type {Answer} */ (this.answer), count: 0, picture: null } : await this.ask(after);
    if (this.box.value !== value && this.isTyped) return; // meanwhile
    this.after = after;
    this.picks = [];
    this.candidate = 0;
    this.isTurnedTo = false;
    this.answer = next;
    this.isComplete = isComplete;
    if (!isUnknown) this.board = this.draw(next.picture);
    this.show();
  }

  /**
   * Take back the picks and steps from that chip on.
   * @param {number} number of the chip
   */
  async takeBack(number) {
    const what = [...this.after, ...this.picks.map(({ value }) => value)][number];
    if (what === undefined) return;
    if (number >= this.after.length) {
      this.picks = this.picks.slice(0, number - this.after.length);
    } else {
      await this.goTo(this.after.slice(0, number));
    }
    this.candidate = 0;
    this.show();
    this.speech.say("undone", { what });
  }

  undo() {
    return this.takeBack(this.after.length + this.picks.length - 1);
  }

  /** Show one of the few steps that are left. @param {number} by how many further on */
  turnTo(by) {
    const { left } = this;
    if (!this.answer || left.length < 2) return;
    this.candidate = (this.candidate + by + left.length) % left.length;
    this.isTurnedTo = true;
    this.show();
    const step = this.answer.steps.words[left[this.candidate]];
    this.speech.say("of", { number: this.candidate + 1, count: left.length, step });
  }

  /** Play says what it plays, and is off while there is nothing. */
  offerPlay() {
    const { play, plain } = this.panel;
    if (!play) return;
    const { words } = this.offered;
    play.disabled = !(words || this.underWay);
    play.textContent = words ? filled(this.speech.phrases.play, { move: words }) : plain;
  }

  /** Whether the box has something that does not come from the board. */
  get isTyped() {
    return this.box.value !== (this.box.dataset.pointed ?? "");
  }

  /** Before it is sent, what Play plays is in the box, and all of it is chosen where the page is loaded again. */
  settle() {
    const { texts, text } = this.offered;
    if (this.isTyped) return;
    this.box.value = this.box.dataset.pointed = text;
    this.memory.keep({ after: texts, picks: [], candidate: 0 });
  }

  /** What is not sent can be gone on with on another page. */
  keep() {
    const { after, picks, candidate, memory, box } = this;
    const isKept = memory.load().text === box.value;
    memory.keep({ after, picks, candidate, ...(isKept ? {} : { text: this.isTyped ? box.value : "", nonce: "" }) });
  }

  /** What is typed takes the place of what was pointed at, which leaves the board. */
  async keepTyped() {
    const { text } = this.offered;
    this.memory.keep({ after: [], picks: [], text, nonce: "" });
    this.putAway = this.box.dataset.pointed = "";
    this.picks = [];
    if (this.after.length) return this.goTo([]);
    this.show();
  }

  /** What is pointed at takes the place of what was typed, until it is taken back. @param {string} text */
  write(text) {
    if (this.isTyped && this.box.value !== text) this.putAway = this.box.value;
    const isBack = !text && !this.picks.length && this.putAway;
    this.box.value = this.box.dataset.pointed = text;
    if (!isBack) return;
    this.box.value = this.putAway;
    this.putAway = "";
  }

  /** A move that an earlier page sent, which was not played: a draft, where nothing else has been begun. @param {string} text */
  async takeUp(text) {
    if (this.isTyped || this.after.length || this.picks.length) return;
    await this.start();
    if (this.after.length) return;
    this.box.value = text;
    await this.keepTyped();
  }

  show() {
    const { answer } = this;
    if (!answer) return;
    const preferred = this.after.length ? (this.preferences?.chosen ?? []) : [];
    if (!this.isBeginning) {
      if (this.after.length || this.picks.length || !this.isTyped) this.write([...this.after, ...preferred].join("; "));
      this.keep();
    }
    const title = this.speech.phrases.undo;
    const steps = this.after.map((words) => ({ words, title }));
    this.panel.showChips(steps.length > 1 || !this.panel.play ? steps : [], (number) => void this.guard(this.takeBack(number)));
    this.panel.undo.disabled = !(steps.length || this.picks.length);
    const { left, lit, open, shown } = this;
    this.board.mark({
      classes: {
        lit: left.length === 1 ? placesOf(answer, left[0]) : (lit?.offers.map(({ value }) => value) ?? []),
        taking: (lit?.offers ?? []).filter(({ steps }) => steps.every((step) => isMarked(answer, step))).map(({ value }) => value),
        picked: this.picks.map(({ value }) => value),
        ghost: shown === undefined ? [] : placesOf(answer, shown),
        ...(shown === undefined ? {} : answer.steps.marks[shown]),
      },
      arrows: this.arrows(answer, left),
      numbered: this.after.length > 1 || !this.isComplete ? this.unsent.map(({ place }) => place) : [],
    });
    const rows = () => [...this.extra(answer), ...this.rows(open), ...this.whole(answer, left), ...(this.isRing ? this.ring(shown) : [])];
    this.panel.showOffers(this.ownRows?.() ?? rows());
    this.offerPlay();
    document.body.classList.add("fitted");
    this.figure.dispatchEvent(new CustomEvent("shown", { detail: this, bubbles: true }));
  }

  /**
   * From a place that is picked to where the steps that are left lead from it.
   * @param {Answer} answer
   * @param {readonly number[]} left
   * @returns {[string, string][]}
   */
  arrows(answer, left) {
    return answer.facets.flatMap(({ arrow_from, values, of }) => {
      const from = this.picks.find(({ facet }) => facet === arrow_from)?.value;
      const to = new Set(from === undefined ? [] : left.flatMap((step) => of[step].map((number) => values[number])));
      return [...to].map((value) => /** @type {[string, string]} */ ([from, value]));
    });
  }

  /** @param {Pick} pick */
  wordsOf({ facet, value }) {
    const found = this.answer?.facets.find(({ name }) => name === facet);
    return found?.words[found.values.indexOf(value)] ?? value;
  }

  /**
   * Those of the values that are to be buttons: no places, or places that are not drawn, unless all their steps have one.
   * @param {Facet} facet
   * @param {import("./choices.js").Offer[]} offers
   */
  undrawn({ is_place }, offers) {
    if (!is_place) return offers;
    const isDrawn = (/** @type {string} */ value) => this.board.shapes.has(value);
    const reached = new Set(offers.filter(({ value }) => isDrawn(value)).flatMap(({ steps }) => steps));
    return offers.filter(({ value, steps }) => !isDrawn(value) && !steps.every((step) => reached.has(step)));
  }

  /**
   * Buttons for the values that the drawing does not have.
   * @param {import("./choices.js").Group[]} open
   * @returns {Row[]}
   */
  rows(open) {
    const answer = /** @type {Answer} */ (this.answer);
    return open
      .map(({ facet, offers }) => ({
        title: facet.title,
        facet: facet.name,
        buttons: [
          ...this.undrawn(facet, offers).map(({ value, words, steps }) => {
            const [head, meaning] = words.split(": ");
            return {
              words: head,
              picture: pictureOf(answer, facet, steps),
              detail: [meaning, steps.length === 1 ? consequences(answer, steps[0]) : ""].filter(Boolean).join("; "),
              pressed: false,
              act: () => void this.guard(this.pick({ facet: facet.name, value })),
            };
          }),
          ...facet.withheld.map(({ value, reason, picture }) => ({
            words: value,
            picture,
            title: reason,
            detail: "",
            pressed: false,
            disabled: true,
            act: () => {},
          })),
        ],
      }))
      .filter(({ buttons }) => buttons.length > 0);
  }

  /**
   * Buttons for whole steps, where they are few or a preference chooses one.
   * @param {Answer} answer
   * @param {readonly number[]} left
   * @returns {Row[]}
   */
  whole(answer, left) {
    const { texts, words } = answer.steps;
    const button = (/** @type {string} */ text, /** @type {string} */ detail, /** @type {number} */ step) => ({
      words: text,
      detail,
      pressed: left.length === 1,
      act: () => void this.guard(this.choose(step)),
    });
    const few = areFew(answer, left) ? left.map((step) => button(words[step], effectsOf(answer, step), step)) : [];
    const preferred = few.length || this.picks.length || !left.length ? [] : answer.preferences;
    return [
      { title: this.speech.phrases.steps, buttons: few },
      { title: this.speech.phrases.prefer, buttons: preferred.map(({ text, meaning, step }) => button(text, meaning, texts.indexOf(step))) },
    ].filter(({ buttons }) => buttons.length);
  }

  /**
   * Buttons that show the steps which are left one after another, and take the one that is shown.
   * @param {number | undefined} shown
   * @returns {Row[]}
   */
  ring(shown) {
    const { left, answer } = this;
    if (shown === undefined || !answer || left.length < 2) return [];
    const number = `${this.candidate + 1} / ${left.length}`;
    const button = (/** @type {string} */ words, /** @type {() => void} */ act, detail = "") => ({ words, detail, pressed: false, act });
    return [
      {
        title: number,
        buttons: [
          button("◀", () => this.turnTo(-1)),
          button("▶", () => this.turnTo(1)),
          { ...button(answer.steps.texts[shown], () => void this.guard(this.choose(shown)), effectsOf(answer, shown)), pressed: true },
        ],
      },
    ];
  }

  /** @param {string} place */
  async point(place) {
    const { left } = this;
    if (this.answer && left.length === 1 && placesOf(this.answer, left[0]).includes(place)) return this.choose(left[0]);
    const pick = this.answer && !this.isComplete ? pickAt(this.answer, this.picks, place) : null;
    if (pick) return this.pick(pick);
    const again = this.answer ? pickAt(this.answer, [], place) : null;
    if (again && !this.isComplete) {
      this.picks = [];
      return this.pick(again);
    }
    this.speak(place);
  }

  /** Say what lies at a place and what can be done there. @param {string} place */
  speak(place) {
    if (!this.answer) return;
    const lies_there = this.answer.places[place] ?? "";
    const pick = this.isComplete ? null : pickAt(this.answer, this.picks, place);
    if (!pick) return this.speech.say("nothing", { place, lies_there });
    const steps = stepsLeft(this.answer, [...this.picks, pick]);
    if (steps.length > 1) return this.speech.say("some", { place, lies_there, count: steps.length });
    const effects = effectsOf(this.answer, steps[0]);
    const words = this.answer.steps.words[steps[0]];
    this.speech.say("one", { place, lies_there, step: effects ? `${words}; ${effects}` : words });
  }

  /**
   * A key that was pressed on the board. Returns whether it meant something.
   * @param {string} key
   */
  async press(key) {
    if (key in WAYS) {
      const place = this.board.beside(key);
      if (place === null) return;
      this.board.moveTo(place);
      this.view.reveal(/** @type {import("./board.js").Point} */ (this.board.middles.get(place)));
      return this.speak(place);
    }
    if (key === "+" || key === "-") return this.view.zoom(key === "+" ? ZOOM : 1 / ZOOM);
    if (key === "Enter" || key === " ") return this.board.cursor === null ? undefined : this.point(this.board.cursor);
    if (key === "Backspace") return this.undo();
    if (key === "[" || key === "]") return this.turnTo(key === "[" ? -1 : 1);
    const found = this.answer && !this.isComplete ? pickOfKey(this.answer, this.picks, key) : null;
    if (found) return this.pick(found);
  }

  /** Whether Play has to wait for an answer: not for a move that was typed. */
  get mustWait() {
    return this.underWay > 0 && !this.isTyped;
  }

  /**
   * What fails leaves everything as it was, with a sentence, and a move that waited for it is not played.
   * @param {Promise<void>} work
   */
  async guard(work) {
    this.underWay += 1;
    this.panel.root.setAttribute("aria-busy", "true");
    this.offerPlay();
    try {
      await work;
    } catch {
      this.playsNext = false;
      this.speech.say("failed");
    }
    this.underWay -= 1;
    if (this.underWay) return;
    this.panel.root.removeAttribute("aria-busy");
    this.offerPlay();
    if (!this.playsNext) return;
    this.playsNext = false;
    this.panel.play.click();
  }
}

/** Whether a key is one of the board's own. @param {string} key */
export const isOfTheBoard = (key) => key in WAYS || ["Enter", " ", "Backspace", "[", "]", "+", "-"].includes(key) || /^[\w]$/.test(key);

/** What hands do on a board and below it. @param {Pointing} pointing */
export function listen(pointing) {
  pointing.panel.undo.addEventListener("click", () => void pointing.guard(pointing.undo()));
  pointing.place.addEventListener("click", (event) => {
    const place = pointing.board.placeAt(event);
    if (place === null) return;
    event.preventDefault();
    pointing.board.moveTo(place);
    void pointing.guard(pointing.point(place));
  });
  pointing.place.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isOfTheBoard(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    void pointing.guard(pointing.press(event.key).then(() => pointing.board.svg.focus({ preventScroll: true })));
  });
}
