// When a finger brings a board closer, and which preferences go along with steps.

import assert from "node:assert/strict";
import { test } from "node:test";

import { areFew, consequences, isMarked, pickOfKey } from "../../static/board/choices.js";
import { Preferences } from "../../static/board/panel.js";
import { closerBy, isCrowded } from "../../static/board/closer.js";

test("a finger is in doubt where it reaches places with different steps", () => {
  assert.equal(isCrowded([{ away: 4, steps: "0" }, { away: 18, steps: "1" }]), true);
  assert.equal(isCrowded([{ away: 4, steps: "0" }, { away: 40, steps: "1" }]), false);
  assert.equal(isCrowded([{ away: 4, steps: "0" }, { away: 18, steps: "0" }]), false, "two beads of one end");
});

test("the board comes so close that the nearest place is a finger away from those with other steps", () => {
  const at = (x, away, steps) => ({ x, y: 0, away, steps });
  assert.equal(closerBy([at(0, 4, "0"), at(22, 18, "1")]), 2);
  assert.equal(closerBy([at(0, 4, "0"), at(5, 1, "0"), at(22, 18, "1")]), 44 / 17, "the tap was nearest to the second bead");
  assert.equal(closerBy([at(0, 4, "0"), at(30, 26, "1")]), 1, "the tap is clear");
  assert.equal(closerBy([at(0, 19, "0"), at(41, 22, "1")]), 1, "they are a finger apart");
  assert.equal(closerBy([at(0, 4, "0"), at(0, 4, "1")]), 1, "no view parts what lies on one point");
});

const facet = (name, is_place, values, of) => ({ name, title: name, is_place, arrow_from: "", values, words: values, of });
const answer = {
  count: 3, colours: ["red", "blue"],
  steps: {
    texts: ["bead 1,1", "bead 1,2", "d4"],
    gains: [[], [2, -1], []],
    effects: [[{ words: "blue loses the bead on 1,1" }], [{ words: "red takes 2" }], []],
    marks: [{ falls: ["1,1"] }, {}, {}],
  },
  facets: [facet("node", true, ["1,1", "1,2"], [[0], [1], []]), facet("die", false, ["d4"], [[], [], [0]])],
};

test("what takes a piece off is marked; few steps of one place each are offered whole, and so is the last one", () => {
  assert.deepEqual([0, 1].map((step) => isMarked(answer, step)), [true, false]);
  assert.equal(areFew(answer, [0, 1]), true);
  assert.equal(areFew(answer, [0, 1, 2]), false, "a die is a button already");
  assert.equal(areFew(answer, [2]), true);
  assert.equal(areFew(answer, []), false);
});

test("a figure stands for the die that ends with it", () => {
  assert.deepEqual(pickOfKey(answer, [], "4"), { facet: "die", value: "d4" });
  assert.equal(pickOfKey(answer, [], "d"), null);
});

test("consequences are changes of points by seat, else effects", () => {
  assert.equal(consequences(answer, 1), "red\u00a0+2, blue\u00a0\u22121");
  assert.equal(consequences(answer, 0), "blue loses the bead on 1,1");
});

const link = (prefer, question) => ({
  dataset: { prefer, question },
  classList: { toggle() {} },
  setAttribute() {},
});

test("of the preferences about one question one goes along, and it is kept for the game", () => {
  const kept = {};
  const storage = { getItem: (key) => kept[key] ?? null, setItem: (key, value) => (kept[key] = value) };
  const links = [link("spawn far", "a"), link("spawn near", "a"), link("lose longer", "b")];
  const root = { querySelectorAll: () => links, querySelector: () => null };
  const preferences = new Preferences(root, storage, "/games/1/", "ask me");
  [0, 2, 1].forEach((number) => preferences.toggle(links[number]));
  assert.deepEqual(preferences.chosen, ["lose longer", "spawn near"]);
  assert.deepEqual(new Preferences(root, storage, "/games/1/", "ask me").chosen, ["spawn near", "lose longer"]);
  assert.deepEqual(new Preferences(root, storage, "/games/2/", "ask me").chosen, []);
  preferences.toggle(links[1]);
  assert.deepEqual(preferences.chosen, ["lose longer"]);
  assert.deepEqual(new Preferences(null, storage, "/games/1/", "ask me").chosen, []);
});
