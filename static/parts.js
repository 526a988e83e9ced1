// A part of a page that is folded opens when a link leads into it; a menu closes when something else is meant; what has
// just happened goes by itself.

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details")) part.open = true;
  if (target?.closest("details")) target.scrollIntoView();
}

if (location.hash) openTarget();
const tab = /** @type {HTMLElement | null} */ (document.querySelector("nav.tabs .filters [aria-current]"));
const tabs = /** @type {HTMLElement | null | undefined} */ (tab?.closest(".filters"));
if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - 60; // a part of the one before is seen
addEventListener("hashchange", openTarget);

/** @param {Node} [kept] what lies in the one menu that stays */
function closeMenus(kept) {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".menu[open]"))) {
    if (kept && menu.contains(kept)) continue;
    if (!kept && menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}

addEventListener("click", ({ target }) => target instanceof Node && closeMenus(target));
addEventListener("focusin", ({ target }) => target instanceof Node && closeMenus(target));
addEventListener("keydown", ({ key }) => key === "Escape" && closeMenus());
addEventListener("animationend", ({ target }) => target instanceof Element && target.matches(".toasts li") && target.remove());
