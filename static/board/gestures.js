// What hands do on a board and below it, handed on to whoever keeps the picks and steps.

import { isOfTheBoard } from "./pointing.js";

/** @param {import("./pointing.js").Pointing} pointing */
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
