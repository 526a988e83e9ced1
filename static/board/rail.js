// The page of a game beside its board: sections that are shown one at a time, under links to each of them (without a
// script all are there), and keys that do what a link on the page does.

let shown = document.querySelector(".rail > section.shown")?.id ?? "";

/** The section that holds an element with this id. @param {string} id */
const sectionOf = (id) => (id && document.getElementById(id)?.closest(".rail > section")) || null;

/** Show that section, or the one that was shown. @param {string} id of it or of something in it */
function show(id) {
  const section = sectionOf(id) ?? sectionOf(shown) ?? document.querySelector(".rail > section");
  if (!section) return;
  shown = section.id;
  for (const one of document.querySelectorAll(".rail > section")) one.classList.toggle("shown", one === section);
  for (const link of document.querySelectorAll(".rail > .tabs a")) {
    if (link.getAttribute("href") === `#${shown}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const list = document.querySelector(".shown .history");
  const now = list?.querySelector("li.shown") ?? list?.lastElementChild;
  if (list && now instanceof HTMLElement && list.scrollHeight > list.clientHeight) list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

show(location.hash.slice(1));
addEventListener("hashchange", () => show(location.hash.slice(1)));
document.addEventListener("arrived", () => show(""));
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest(".rail > .tabs a");
  if (!link) return;
  event.preventDefault(); // the page stays where it is
  show(link.getAttribute("href")?.slice(1) ?? "");
});

const FIELDS = "input, textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest(FIELDS)) return;
  if (event.key === ".") /** @type {HTMLElement | null} */ (document.querySelector("[data-next-game]"))?.click();
  const keys = /** @type {HTMLDetailsElement | null} */ (document.getElementById("keys"));
  if (event.key !== "?" || !keys) return;
  keys.open = !keys.open;
  keys.querySelector("summary")?.focus();
});
