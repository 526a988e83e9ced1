// Days in a row on which the puzzle of the day was solved in this browser: the last one's number and how many.

try {
  const [day, row] = (localStorage.getItem("puzzles") ?? "0 0").split(" ").map(Number);
  const solved = Number(document.querySelector("[data-solved]")?.getAttribute("data-solved"));
  if (solved && solved !== day) localStorage.setItem("puzzles", `${solved} ${solved === day + 1 ? row + 1 : 1}`);
  const streak = /** @type {HTMLElement | null} */ (document.querySelector("[data-streak]"));
  if (streak?.lastElementChild && day && Number(streak.dataset.streak) - day < 2) {
    streak.lastElementChild.textContent = String(row);
    streak.hidden = false;
  }
} catch {
  // A browser that keeps nothing has no streak.
}
