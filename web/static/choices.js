// What may be chosen now, what has been chosen, and what lies in the robot's tray.
export class Choices {
  constructor(root) {
    this.root = root;
    this.buttons = [...root.querySelectorAll("button[data-command]")];
    this.shown = "";
  }

  show({ choices, side, tray, phase }) {
    const wanted = JSON.stringify([choices, side, tray, phase]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    for (const button of this.buttons) {
      const { command, arg, value } = button.dataset;
      button.dataset.why = choices.why[command] ?? "";
      button.setAttribute("aria-disabled", button.dataset.why !== "");
      if (arg) button.setAttribute("aria-pressed", choices[arg] === value);
    }
    this.root.querySelector("#takeback").hidden = !choices.takeback;
    this.root.querySelector("#next-visitor").hidden = phase !== "over";
    this.root.querySelector("#accept-draw").hidden = !choices.offered;
    this.root.querySelector("#tray-captured").textContent = tray.trophies;
    this.root.querySelector("#tray-kings").textContent = tray.kings;
    this.root.querySelector("#tray-piece").setAttribute("href", `#${side}-man`);
    this.root.querySelector("#tray-king").setAttribute("href", `#${side === "white" ? "black" : "white"}-king`);
  }
}
