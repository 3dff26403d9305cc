// Jogging: each press moves the tip by one step, by buttons, or by keys while the box has the
// focus.
import { sendCommand } from "./op-send.js";

export function wireJog(box) {
  const buttons = [...box.querySelectorAll("button.jog")];
  for (const button of buttons) button.addEventListener("click", () => jogStep(box, button));
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    const button = buttons.find(({ dataset }) => dataset.key === event.key);
    if (!button) return;
    event.preventDefault();
    jogStep(box, button);
  });
}

function jogStep(box, button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const { axis, sign } = button.dataset;
  const length = box.querySelector("[name=step]:checked").value;
  sendCommand("jog", { x: "0", y: "0", z: "0", [axis]: sign === "-" ? `-${length}` : length });
}
