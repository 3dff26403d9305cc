// Who is ahead: a knob between the visitor and the robot, and words. No numbers.
export function showBalance(root, view) {
  const at = 50 + 50 * Math.max(-1, Math.min(1, view.win));
  root.querySelector("#bar-knob").style.transform = `translateX(${at}px)`;
  const fill = root.querySelector("#bar-fill");
  fill.style.x = `${Math.min(at, 50)}px`;
  fill.style.width = `${Math.abs(at - 50)}px`;
  const words = root.querySelector("#bar-words");
  if (words.textContent !== view.bar) words.textContent = view.bar;
}
