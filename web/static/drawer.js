// The drawer of choices: opens at a press, closes by itself.
const openTime = 15000; // ms without a touch
const chosenTime = 6000; // ms to see the choice that was made, or to make another

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
    closeAfter(openTime);
  });
  for (const sign of ["pointerdown", "keydown", "focusin"]) drawer.addEventListener(sign, () => closeAfter(openTime));
  drawer.addEventListener("commanded", (event) => (event.target.dataset.arg ? closeAfter(chosenTime) : close()));
  document.addEventListener("pointerdown", ({ target }) => {
    if (!drawer.contains(target) && !button.contains(target)) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || drawer.hidden) return;
    close();
    button.focus();
  });
}
