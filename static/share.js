// A button sends the link beside it by what the device has for that, or copies it.

addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-share]") : null;
  const link = button?.parentElement?.querySelector("input")?.value;
  if (!button || !link) return;
  if (navigator.share) await navigator.share({ url: link });
  else await navigator.clipboard.writeText(link);
  button.textContent = button.getAttribute("data-share");
});
