// The same hand without a pointer: arrows lead a cursor over the dark squares, space takes and lays, T turns over,
// Delete takes off the board. What the cursor stands on is spoken.
import { pitch, squareAt, toRobot } from "./geometry.js";
import { act } from "./post.js";

const steps = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -2], ArrowRight: [0, 2] };

export class Keyboard {
  constructor(svg, checkers, spoken) {
    Object.assign(this, { svg, checkers, spoken, board: null, side: "white", held: null });
    this.cursor = svg.querySelector("#cursor");
    this.row = 2; // from the visitor's side; dark squares have row and column both even or both odd
    this.column = 2;
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("blur", () => this.cursor.setAttribute("hidden", ""));
  }

  key(event) {
    if (!this.board || event.ctrlKey || event.altKey || event.metaKey) return;
    const done = event.key in steps ? this.step(...steps[event.key]) : this.handle(event.key);
    if (done) event.preventDefault();
  }

  step(up, right) {
    const aside = up === 0 ? right : this.row % 2 === 0 ? 1 : -1;
    if (inside(this.row + up) && inside(this.column + aside)) {
      this.row += up;
      this.column += aside;
    }
    const to = this.point();
    this.cursor.removeAttribute("hidden");
    this.cursor.setAttribute("transform", `translate(${to.x} ${to.y})`);
    if (this.held) this.checkers.carry(this.held, to);
    this.speak();
    return true;
  }

  point() {
    return { x: (this.column - 3.5) * pitch, y: (3.5 - this.row) * pitch };
  }

  here() {
    return this.checkers.nearest(this.point(), pitch / 2);
  }

  speak() {
    const piece = this.held ? "" : this.here()?.element.dataset.piece;
    const name = piece && this.svg.getAttribute(`data-name-${piece}`);
    this.spoken.textContent = [squareAt(this.point(), this.side), name].filter(Boolean).join(": ");
  }

  handle(key) {
    const checker = this.held ?? this.here();
    if (!checker) return false;
    const taking = !this.held;
    switch (key) {
      case " ":
      case "Enter":
        if (taking) this.checkers.take((this.held = checker));
        else this.lay(checker, { op: "move", id: checker.id, ...toRobot(this.board, this.point()) });
        return true;
      case "Delete":
      case "Backspace":
        this.lay(checker, { op: "lift", id: checker.id });
        return true;
      case "t":
      case "T":
        act({ op: "turn", id: checker.id });
        return true;
      default:
        return false;
    }
  }

  lay(checker, op) {
    this.held = null;
    this.checkers.lay(checker, act(op));
  }
}

const inside = (n) => n >= 0 && n <= 7;
