// The lines of an analysis and the notes on them, in the browser's storage and in addresses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree } from "../../static/board/tree.js";

/** @param {string[][]} lines */
function grown(lines) {
  const tree = new Tree();
  for (const line of lines) tree.at(line);
  return tree;
}

const LINES = [["null d3", "root e2"], ["null d3", "root c2"], ["null c3"]];

test("notes go along in an address, those of the beginning too", () => {
  const tree = grown(LINES);
  tree.at(["null d3", "root e2"]).note = "strong; a = b & c # d\nä";
  tree.note = "where we were";
  const address = String(new URLSearchParams(tree.notes()));
  const other = grown(LINES);
  other.takeNotes(new URLSearchParams(address));
  assert.deepEqual(other.notes(), tree.notes());
});

test("an address adds no lines, takes the place of no note, and brings none that is too long", () => {
  const tree = grown(LINES);
  tree.at(["null c3"]).note = "mine";
  tree.takeNotes(new URLSearchParams({ "null c3": "theirs", "null a1;root b2": "nowhere", "null d3": "x".repeat(5000) }));
  assert.deepEqual(tree.lines(), LINES);
  assert.equal(tree.at(["null c3"]).note, "mine");
  assert.equal(tree.at(["null d3"]).note.length, 1000);
});

test("what else stands behind the # is no note", () => {
  const tree = grown(LINES);
  for (const hash of ["board", "", "a=b&c", "%zz"]) tree.takeNotes(new URLSearchParams(hash));
  assert.deepEqual(Object.values(tree.notes()).filter(Boolean), []);
});
