// Squares and labels: turned to the visitor's side, glowing when the sentence names them, outlined
// when the sensors don't agree with the game, hatched when they are not sensed.
import { squareCentre } from "./geometry.js";

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
      setData(square, "hue", hue.get(square.dataset.square));
      setData(square, "odd", odd.has(square.dataset.square) || undefined);
      setData(square, "masked", masked.has(square.dataset.square) || undefined);
    }
  }

  turn(side) {
    this.side = side;
    for (const square of this.all) {
      const { x, y } = squareCentre(square.dataset.square, side);
      square.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const label of this.svg.querySelectorAll("[data-file]")) {
      label.setAttribute("x", squareCentre(label.dataset.file + "1", side).x);
    }
    for (const label of this.svg.querySelectorAll("[data-rank]")) {
      label.setAttribute("y", squareCentre("a" + label.dataset.rank, side).y);
    }
  }
}

function setData(element, name, value) {
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
}
