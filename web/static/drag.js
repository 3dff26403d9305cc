// The visitor's hand: checkers are dragged with mouse, pen or touch, each finger its own. A dropped
// one lies where it was dropped; one dropped beyond the table goes to the visitor's pile. A double
// tap turns a checker over; when the robot asks for that, a single one does.
import { toRobot } from "./geometry.js";
import { sendWorldOp } from "./post.js";
import { toMillimetres } from "./svg.js";

const reach = 12; // mm around a finger
const dragFrom = 1.5; // mm: from here a touch is a drag
const doubleTapTime = 450; // ms between the taps of a double tap

export class Drag {
  constructor(svg, checkers, showDragged) {
    Object.assign(this, { svg, checkers, showDragged, board: null, single: false, drags: new Map(), tapped: null });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
  }

  down(event) {
    if (!this.board || event.button !== 0) return;
    const point = toMillimetres(this.svg, event);
    const checker = this.checkers.nearest(point, reach);
    if (!checker || [...this.drags.values()].some((drag) => drag.checker === checker)) return;
    this.svg.setPointerCapture(event.pointerId);
    this.drags.set(event.pointerId, { checker, from: { x: checker.x, y: checker.y }, point, moved: false });
  }

  move(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    const point = toMillimetres(this.svg, event);
    const way = { x: point.x - drag.point.x, y: point.y - drag.point.y };
    if (!drag.moved && Math.hypot(way.x, way.y) < dragFrom) return;
    if (!drag.moved) {
      this.checkers.take(drag.checker);
      this.showDragged(drag.checker.element.dataset.where);
    }
    drag.moved = true;
    this.checkers.carry(drag.checker, { x: drag.from.x + way.x, y: drag.from.y + way.y });
  }

  up(event) {
    const drag = this.drags.get(event.pointerId);
    this.drags.delete(event.pointerId);
    if (!drag) return;
    this.showDragged("");
    if (!drag.moved) this.tap(drag.checker);
    else this.drop(drag.checker);
  }

  cancel(event) {
    const drag = this.drags.get(event.pointerId);
    this.drags.delete(event.pointerId);
    this.showDragged("");
    if (!drag?.moved) return;
    this.checkers.carry(drag.checker, drag.from);
    this.checkers.putDown(drag.checker, Promise.resolve());
  }

  drop(checker) {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const beyond = checker.x < x || checker.x > x + width || checker.y < y || checker.y > y + height;
    const { id } = checker;
    const op = beyond ? { op: "lift", id } : { op: "move", id, ...toRobot(this.board, checker) };
    this.checkers.putDown(checker, sendWorldOp(op));
  }

  tap(checker) {
    const now = performance.now();
    const again = this.tapped?.id === checker.id && now - this.tapped.at < doubleTapTime;
    this.tapped = again ? null : { id: checker.id, at: now };
    if (again || (this.single && this.isAsked(checker))) sendWorldOp({ op: "turn", id: checker.id });
  }

  // isAsked: the checker stands on the square that the sentence names.
  isAsked(checker) {
    return this.svg.querySelector(`[data-hue][data-square="${checker.element.dataset.where}"]`) !== null;
  }
}
