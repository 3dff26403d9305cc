// Squares and labels: turned to the visitor's side, glowing when the sentence names them, outlined when the sensors
// don't agree with the game, hatched when they are not sensed.
import { centre } from "./geometry.js";

export class Squares {
  constructor(svg) {
    this.svg = svg;
    this.all = [...svg.querySelectorAll("[data-square]")];
    this.side = "";
  }

  show(view) {
    if (view.side !== this.side) this.turn(view.side);
    const hue = new Map(view.glow.map((glow) => [glow.square, glow.hue]));
    const odd = new Set(view.odd);
    const masked = new Set(view.masked);
    for (const square of this.all) {
      mark(square, "hue", hue.get(square.dataset.square));
      mark(square, "odd", odd.has(square.dataset.square) || undefined);
      mark(square, "masked", masked.has(square.dataset.square) || undefined);
    }
  }

  turn(side) {
    this.side = side;
    for (const square of this.all) {
      const { x, y } = centre(square.dataset.square, side);
      square.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const label of this.svg.querySelectorAll("[data-file]")) {
      label.setAttribute("x", centre(label.dataset.file + "1", side).x);
    }
    for (const label of this.svg.querySelectorAll("[data-rank]")) {
      label.setAttribute("y", centre("a" + label.dataset.rank, side).y);
    }
  }
}

function mark(element, name, value) {
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
}
