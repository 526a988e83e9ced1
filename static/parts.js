// A part of a page that is folded opens when a link leads into it.

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details")) part.open = true;
  target?.scrollIntoView();
}

if (location.hash) openTarget();
addEventListener("hashchange", openTarget);
