// The same hand without a pointer: arrows lead a cursor over the dark squares, space takes a
// checker and puts it down, T turns it over, Delete takes it off the board. What the cursor stands
// on is spoken.
import { pitch, squareAt, toRobot } from "./geometry.js";
import { sendWorldOp } from "./post.js";

const steps = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -2], ArrowRight: [0, 2] };

export class Keyboard {
  constructor(svg, checkers, spoken, showHeld) {
    Object.assign(this, { svg, checkers, spoken, showHeld, board: null, side: "white", held: null });
    this.cursor = svg.querySelector("#cursor");
    this.row = 2; // from the visitor's side; dark squares have row and column both even or both odd
    this.column = 2;
    svg.addEventListener("keydown", (event) => this.handleKey(event));
    svg.addEventListener("blur", () => this.cursor.setAttribute("hidden", ""));
  }

  handleKey(event) {
    if (!this.board || event.ctrlKey || event.altKey || event.metaKey) return;
    const done = event.key in steps ? this.moveCursor(...steps[event.key]) : this.useHand(event.key);
    if (done) event.preventDefault();
  }

  moveCursor(up, right) {
    const aside = up === 0 ? right : this.row % 2 === 0 ? 1 : -1;
    if (isOnBoard(this.row + up) && isOnBoard(this.column + aside)) {
      this.row += up;
      this.column += aside;
    }
    const to = this.cursorPoint();
    this.cursor.removeAttribute("hidden");
    this.cursor.setAttribute("transform", `translate(${to.x} ${to.y})`);
    if (this.held) this.checkers.carry(this.held, to);
    this.speak();
    return true;
  }

  cursorPoint() {
    return { x: (this.column - 3.5) * pitch, y: (3.5 - this.row) * pitch };
  }

  checkerHere() {
    return this.checkers.nearest(this.cursorPoint(), pitch / 2);
  }

  speak() {
    const piece = this.held ? "" : this.checkerHere()?.element.dataset.piece;
    const name = piece && this.svg.getAttribute(`data-name-${piece}`);
    this.spoken.textContent = [squareAt(this.cursorPoint(), this.side), name].filter(Boolean).join(": ");
  }

  useHand(key) {
    const checker = this.held ?? this.checkerHere();
    if (!checker) return false;
    const taking = !this.held;
    switch (key) {
      case " ":
      case "Enter":
        if (taking) this.take(checker);
        else this.putDown(checker, { op: "move", id: checker.id, ...toRobot(this.board, this.cursorPoint()) });
        return true;
      case "Delete":
      case "Backspace":
        this.putDown(checker, { op: "lift", id: checker.id });
        return true;
      case "t":
      case "T":
        sendWorldOp({ op: "turn", id: checker.id });
        return true;
      default:
        return false;
    }
  }

  take(checker) {
    this.held = checker;
    this.checkers.take(checker);
    this.showHeld(checker.element.dataset.where);
  }

  putDown(checker, op) {
    this.held = null;
    this.showHeld("");
    this.checkers.putDown(checker, sendWorldOp(op));
  }
}

const isOnBoard = (n) => n >= 0 && n <= 7;
