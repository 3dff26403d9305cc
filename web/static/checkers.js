// The virtual robot's checkers, drawn where they really lie, off-centre too, and in the hand that
// drags them.
import { fromRobot } from "./geometry.js";
import { make, use } from "./svg.js";

const liftedFrom = 4; // mm above the board: from here a checker is drawn as in the air
const dropPatience = 1200; // ms for the world to show a checker where it was dropped

export class Checkers {
  constructor(svg) {
    this.group = svg.querySelector("#checkers");
    this.all = new Map(); // id → {element, x, y, …}
    this.hands = new Map(); // id → true while dragged, else the time until which the drop is trusted
  }

  show(world) {
    if (this.all.size === 0) this.group.replaceChildren(); // those of the first paint
    const seen = new Set();
    for (const state of [...world.checkers].sort((a, b) => a.z - b.z)) {
      seen.add(state.id);
      this.update(state, world.board);
    }
    for (const [id, checker] of this.all) {
      if (seen.has(id)) continue;
      checker.element.remove();
      this.all.delete(id);
    }
  }

  update(state, board) {
    const checker = this.all.get(state.id) ?? this.add(state.id);
    Object.assign(checker, { z: state.z, held: state.held });
    const piece = `${state.color}-${state.king ? "king" : "man"}`;
    if (checker.piece !== piece) {
      checker.element.replaceChildren(use(piece));
      checker.element.dataset.piece = checker.piece = piece;
    }
    checker.element.dataset.where = state.where ?? "";
    checker.element.classList.toggle("lifted", state.z - board.z > liftedFrom);
    const hand = this.hands.get(state.id);
    if (hand === true || hand > performance.now()) return;
    this.hands.delete(state.id);
    this.moveTo(checker, fromRobot(board, state));
  }

  add(id) {
    const checker = { id, element: make("g", { class: "checker", "data-checker": id }) };
    this.all.set(id, checker);
    this.group.append(checker.element);
    return checker;
  }

  moveTo(checker, { x, y }) {
    if (checker.x === x && checker.y === y) return;
    Object.assign(checker, { x, y });
    checker.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  // nearest finds the checker that a hand at this point would take: the uppermost of those within
  // reach.
  nearest(point, reach) {
    let best = null;
    for (const checker of this.all.values()) {
      const away = Math.hypot(checker.x - point.x, checker.y - point.y);
      if (checker.held || away > reach) continue;
      const nearer = !best || away < best.away - 1 || (away < best.away + 1 && checker.z > best.checker.z);
      if (nearer) best = { checker, away };
    }
    return best?.checker ?? null;
  }

  // A hand takes a checker, carries it, and puts it down; from then on the world says where it
  // lies.
  take(checker) {
    this.hands.set(checker.id, true);
    checker.element.classList.add("dragged");
    this.group.append(checker.element);
  }

  carry(checker, point) {
    this.moveTo(checker, point);
  }

  putDown(checker, settled) {
    checker.element.classList.remove("dragged");
    this.hands.set(checker.id, performance.now() + dropPatience);
    settled.finally(() => this.hands.delete(checker.id));
  }
}
