// What is left of the legal steps after picks, on an answer as the service writes it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrived } from "../../static/board/arrivals.js";
import { nextPlace } from "../../static/board/board.js";
import { groups, pickAt, pickOfKey, placesOf, stepsLeft } from "../../static/board/choices.js";
import { Memory } from "../../static/board/sending.js";
import { filled } from "../../static/board/panel.js";
import { plyAfter } from "../../static/board/replay.js";
import { Tree } from "../../static/board/tree.js";

const NOTHING = { after: [], picks: [], candidate: 0, text: "", nonce: "" };
const facet = (name, is_place, values, of) => ({ name, title: name, is_place, arrow_from: "", is_pictured: false, values, words: values, of, withheld: [] });
const answer = {
  ply: 4, after: [], to_act: 1, hint: "", points: [5, 5], count: 5, picture: null, places: {},
  steps: {
    texts: ["S c4>c5", "M c4>c5", "M c4>d4", "S e4>d4", "done"],
    words: ["", "", "", "", ""], gains: [[], [], [], [], []],
    effects: [[], [], [], [], []],
  },
  facets: [
    facet("place", true, ["c4", "e4"], [[0], [0], [0], [1], []]),
    facet("target", true, ["c5", "d4"], [[0], [0], [1], [1], []]),
    facet("size", false, ["S", "M"], [[0], [1], [1], [0], []]),
    facet("word", false, ["done"], [[], [], [], [], [0]]),
  ],
};
const pick = (facet, value) => ({ facet, value });

test("picks leave the steps that agree with all of them, in any order", () => {
  assert.deepEqual(stepsLeft(answer, []), [0, 1, 2, 3, 4]);
  assert.deepEqual(stepsLeft(answer, [pick("size", "M"), pick("place", "c4")]), [1, 2]);
  assert.deepEqual(stepsLeft(answer, [pick("place", "c4"), pick("size", "M"), pick("target", "d4")]), [2]);
  assert.deepEqual(stepsLeft(answer, [pick("place", "nowhere")]), []);
});

test("the first facet in which steps differ is offered, and steps without it beside it", () => {
  const open = groups(answer, []);
  assert.deepEqual(open.map(({ facet }) => facet.name), ["place", "word"]);
  assert.deepEqual(open[0].offers.map(({ value, steps }) => [value, steps]), [["c4", [0, 1, 2]], ["e4", [3]]]);
});

test("a facet in which no steps differ any more is passed by", () => {
  assert.deepEqual(groups(answer, [pick("target", "c5")]).map(({ facet }) => facet.name), ["size"]);
});

test("of values that are no places one is offered of those with the same steps", () => {
  const turn = facet("turn", false, ["0", "3", "1"], [[0, 1], [0, 1], [2]]);
  const open = groups({ ...answer, count: 3, facets: [turn, answer.facets[0]] }, []);
  assert.deepEqual(open[0].offers.map(({ value, steps }) => [value, steps]), [["0", [0, 1]], ["1", [2]]]);
  assert.deepEqual(stepsLeft({ ...answer, count: 3, facets: [turn] }, [pick("turn", "3")]), [0, 1]);
});

test("a place stands for the first facet that can have it", () => {
  assert.deepEqual(pickAt(answer, [], "c4"), pick("place", "c4"));
  assert.deepEqual(pickAt(answer, [], "d4"), pick("target", "d4"));
  assert.equal(pickAt(answer, [pick("place", "c4")], "e4"), null);
});

test("a letter picks a button of any facet, before its turn too", () => {
  assert.deepEqual(pickOfKey(answer, [], "m"), pick("size", "M"));
  assert.equal(pickOfKey(answer, [pick("place", "e4")], "m"), null);
  assert.equal(pickOfKey(answer, [pick("size", "S")], "m"), null);
});

test("places of a step are those of all its facets", () => {
  assert.deepEqual(placesOf(answer, 2), ["c4", "d4"]);
  assert.deepEqual(placesOf(answer, 4), []);
});

test("arrow keys lead to the nearest place ahead, along slanted rows too", () => {
  const points = Object.entries({ left: { x: 0, y: 0 }, right: { x: 20, y: 0 }, slanted: { x: 10, y: 17 }, far: { x: 40, y: 0 } });
  assert.equal(nextPlace({ x: 0, y: 0 }, { x: 1, y: 0 }, points), "right");
  assert.equal(nextPlace({ x: 0, y: 0 }, { x: 0, y: 1 }, points), "slanted");
  assert.equal(nextPlace({ x: 0, y: 0 }, { x: 0, y: -1 }, points), null);
});

test("unsent steps are kept for one ply, and those of others are given back once", () => {
  const storage = Object.assign(Object.create({
    getItem(key) { return this[key] ?? null; },
    setItem(key, value) { this[key] = value; },
    removeItem(key) { delete this[key]; },
  }));
  new Memory(storage, "/games/1/", 4).keep({ after: ["L 1,1,1"], picks: [pick("kind", "B")] });
  assert.deepEqual(new Memory(storage, "/games/1/", 4).load(), { ...NOTHING, after: ["L 1,1,1"], picks: [pick("kind", "B")] });
  assert.deepEqual(new Memory(storage, "/games/1/", 5).load(), NOTHING);
  assert.deepEqual(new Memory(storage, "/games/1/", 5).forgetOthers(), ["L 1,1,1"]);
  assert.deepEqual(new Memory(storage, "/games/1/", 5).forgetOthers(), []);
});

test("what is stored and cannot be read counts as nothing", () => {
  const storage = { getItem: () => "{", setItem() {}, removeItem() {} };
  assert.deepEqual(new Memory(storage, "/games/1/", 4).load(), NOTHING);
});

test("phrases are filled, and unknown placeholders stay", () => {
  assert.equal(filled("{place}: {lies_there} {other}", { place: "c4", lies_there: "empty" }), "c4: empty {other}");
});

test("lines that begin alike are a tree, and are written as the service reads them", () => {
  const tree = new Tree();
  tree.at(["null d3", "root e2", "M e3>e2"]).note = "strong";
  tree.at(["null d3", "root e2", "S e1>e2"]);
  tree.at(["null c3"]);
  assert.deepEqual(tree.texts(), ["null d3;root e2;M e3>e2", "2;S e1>e2", "null c3"]);
  tree.remove(["null d3", "root e2", "S e1>e2"]);
  assert.deepEqual(tree.lines(), [["null d3", "root e2", "M e3>e2"], ["null c3"]]);
});

test("a tree is kept with its notes, and one that cannot be read counts as empty", () => {
  const stored = new Map();
  const storage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value), removeItem: (key) => stored.delete(key) };
  const tree = new Tree();
  tree.at(["null d3", "root e2"]).note = "strong";
  tree.keep(storage, "one");
  assert.deepEqual(Tree.load(storage, "one").lines(), [["null d3", "root e2"]]);
  assert.equal(Tree.load(storage, "one").at(["null d3", "root e2"]).note, "strong");
  stored.set("one", "{");
  assert.deepEqual(Tree.load(storage, "one").lines(), []);
  assert.equal(stored.has("one"), false);
});

test("what has arrived is what is new and not one's own, oldest first", () => {
  const entry = (seq, own = false) => ({ seq, own, words: `${seq}` });
  assert.deepEqual(arrived([entry(9), entry(8, true), entry(7), entry(6)], 6).map(({ seq }) => seq), [7, 9]);
});

test("keys lead to moments that the game has", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => plyAfter(key, 4, 9)), [3, 5, 0, 9]);
  assert.deepEqual([plyAfter("ArrowLeft", 0, 9), plyAfter("End", 9, 9), plyAfter("x", 4, 9)], [null, null, null]);
});
