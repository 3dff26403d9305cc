// The drawer of choices: opens at a press, closes by itself.
const patience = 15000; // ms without a touch
const seen = 6000; // ms in which a choice that was made is seen, or followed by another

export function wireDrawer(button, drawer, opening) {
  let timer = 0;
  const close = () => {
    clearTimeout(timer);
    drawer.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };
  const closeAfter = (time) => {
    clearTimeout(timer);
    timer = setTimeout(close, time);
  };
  button.addEventListener("click", () => {
    if (!drawer.hidden) return close();
    opening();
    drawer.hidden = false;
    button.setAttribute("aria-expanded", "true");
    closeAfter(patience);
  });
  for (const sign of ["pointerdown", "keydown", "focusin"]) drawer.addEventListener(sign, () => closeAfter(patience));
  drawer.addEventListener("commanded", (event) => (event.target.dataset.arg ? closeAfter(seen) : close()));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!drawer.contains(target) && !button.contains(target)) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || drawer.hidden) return;
    close();
    button.focus();
  });
}
