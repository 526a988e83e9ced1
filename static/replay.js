/* The arrow keys step through a game as the links below its board do. */
document.addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, pre, .wide")) return;
  document.querySelector(`.replay [rel=${name}]`)?.click();
});
