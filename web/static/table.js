// How much of the table is shown: trays and pile; on a phone only the board and what lies next to it. Elsewhere a pile that
// grows gets its room.
import { fromRobot, radius } from "./geometry.js";

const wide = { x: -124, y: -111, width: 284, height: 229 };
const narrow = { x: -92, y: -86, width: 184, height: 204 };
const edge = 3; // mm kept around what lies at the rim

export class Table {
  constructor(svg) {
    this.svg = svg;
    this.phone = matchMedia("(max-width: 600px) and (max-aspect-ratio: 1/1)");
    this.far = 0; // how far towards the visitor something lies
    this.phone.addEventListener("change", () => this.fit());
    this.fit();
  }

  show({ board, checkers }) {
    const lying = checkers.filter((checker) => !checker.held);
    this.far = Math.max(0, ...lying.map((checker) => fromRobot(board, checker).y)) + radius + edge;
    this.fit();
  }

  fit() {
    const { x, y, width, height } = this.phone.matches ? narrow : wide;
    const high = this.phone.matches ? height : Math.max(height, Math.ceil(this.far - y));
    const box = [x, y, width, high].join(" ");
    if (box !== this.svg.getAttribute("viewBox")) this.svg.setAttribute("viewBox", box);
  }
}
