// How much of the table is shown: trays and pile; on a phone only the board and what lies next to
// it. What lies to the left is shown whole; except on a phone, a pile that grows gets its room,
// too.
import { fromRobot, pitch, radius } from "./geometry.js";

const half = 4 * pitch; // of the playing field's side
const narrow = { x: -half - 17, y: -half - 11, width: 2 * half + 34, height: 2 * half + 54 };
const leftmost = -151; // mm: where the tray ends
const edge = 3; // mm kept around what lies at the rim

export class Table {
  constructor(svg) {
    this.svg = svg;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.wide = { x, y, width, height }; // what the first paint shows
    this.phone = matchMedia("(max-width: 600px) and (max-aspect-ratio: 1/1)");
    this.far = 0; // how far towards the visitor something lies
    this.left = 0; // how far to their left
    this.phone.addEventListener("change", () => this.fit());
    this.fit();
  }

  show({ board, checkers }) {
    const lying = checkers.filter((checker) => !checker.held);
    const places = lying.map((checker) => fromRobot(board, checker));
    this.far = Math.max(0, ...places.map((place) => place.y)) + radius + edge;
    this.left = Math.max(leftmost, Math.floor(Math.min(0, ...places.map((place) => place.x)) - radius - edge));
    this.fit();
  }

  fit() {
    const { x, y, width, height } = this.phone.matches ? narrow : this.wide;
    const high = this.phone.matches ? height : Math.max(height, Math.ceil(this.far - y));
    const start = Math.min(x, this.left);
    const box = [start, y, x + width - start, high].join(" ");
    if (box !== this.svg.getAttribute("viewBox")) this.svg.setAttribute("viewBox", box);
  }
}
