// Where a lifted checker may go: on the board, as the sensors show it, and in the hand that drags one
// on the screen. Of one that must not move, the checkers that have to capture are ringed instead.
export class TargetGlow {
  constructor(svg) {
    this.all = [...svg.querySelectorAll("[data-square]")];
    this.checkers = svg.querySelector("#checkers");
    this.help = { lifted: "", targets: {}, capture: false };
    this.dragged = "";
  }

  show({ help }) {
    this.help = help;
    this.paint();
  }

  // drag says from which square a checker is being dragged, "" when it was put down.
  drag(square) {
    this.dragged = square;
    this.paint();
  }

  paint() {
    const { lifted, targets, capture } = this.help;
    const from = this.dragged || lifted;
    const own = targets[from] ?? [];
    const must = from && own.length === 0 && capture ? Object.keys(targets) : [];
    for (const square of this.all) {
      square.toggleAttribute("data-target", own.includes(square.dataset.square));
      square.toggleAttribute("data-must", must.includes(square.dataset.square));
    }
    // The game still has the lifted one on its square; a page of a real board shows that it is in a hand.
    for (const checker of this.checkers.children) {
      checker.classList.toggle("in-hand", lifted !== "" && checker.dataset.at === lifted);
    }
  }
}
