// The sound of a move that arrives is a choice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sound } from "../../static/live/sound.js";

Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true }); // an older Node has none

test("it is silent until it is switched on, and silent again when it is switched off", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) };
  let started = 0;
  const part = () => ({ gain: {}, frequency: {}, connect: () => {}, start: () => started++, stop: () => {} });
  const context = { createGain: part, createOscillator: part, currentTime: 0, destination: {} };
  const sound = new Sound(storage, () => /** @type {any} */ (context));
  sound.play();
  assert.equal(started, 0);
  sound.toggle();
  sound.play();
  assert.deepEqual([sound.isOn, started], [true, 4]);
  sound.toggle();
  sound.play();
  assert.deepEqual([sound.isOn, started], [false, 4]);
});
