// Arrows along the paths of moves: the last one, with the captured checkers fading where they
// stood; the one that the robot advises; those of which the visitor is to touch the one that they
// made.
import { squareCentre } from "./geometry.js";
import { make, use } from "./svg.js";

const gap = 5; // mm that the arrow keeps from the middle of its last square
const asksToTurn = new Set(["turn_over", "crown_yours"]);

export class Arrow {
  constructor(svg) {
    this.arrow = svg.querySelector("#arrow");
    this.ghosts = svg.querySelector("#ghosts");
    this.shown = "";
  }

  show(view) {
    const turned = asksToTurn.has(view.key) && view.glow;
    const wanted = JSON.stringify([view.last, view.hint, view.answers, view.side, turned]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.arrow.replaceChildren();
    this.ghosts.replaceChildren();
    if (view.answers.length > 0) for (const answer of view.answers) this.drawMove(answer, view.side, answer.hue);
    else if (view.hint) this.drawMove(view.hint, view.side, "hint");
    else if (view.last) {
      this.drawMove(view.last, view.side, "last");
      this.fadeCaptured(view.last, view.side);
    }
    if (asksToTurn.has(view.key) && view.glow.length > 0) this.askToTurn(squareCentre(view.glow[0].square, view.side));
  }

  drawMove(move, side, look) {
    const points = (move.path ?? []).map((square) => squareCentre(square, side));
    if (points.length > 1) this.arrow.append(make("g", { "data-look": look }, ...arrowShapes(points)));
  }

  fadeCaptured(last, side) {
    const opponent = last.by === "white" ? "black" : "white";
    for (const square of last.captured ?? []) {
      const { x, y } = squareCentre(square, side);
      const at = { "data-ghost": square, transform: `translate(${x} ${y})` };
      this.ghosts.append(make("g", { class: "ghost", ...at }, use(`${opponent}-man`)));
    }
  }

  askToTurn({ x, y }) {
    const transform = `translate(${x + 6.4} ${y - 6.4}) scale(0.8)`;
    this.arrow.append(make("use", { href: "#icon-turn", class: "turn", transform }));
  }
}

// arrowShapes draws an arrow through points.
export function arrowShapes(points) {
  const end = points.at(-1);
  const before = points.at(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const tip = { x: end.x - dx * gap, y: end.y - dy * gap };
  const neck = { x: tip.x - dx * 4, y: tip.y - dy * 4 };
  const d = [...points.slice(0, -1), neck].map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join(" ");
  const barb = (s) => `${neck.x - dy * s} ${neck.y + dx * s}`;
  return [
    make("path", { class: "casing", d }),
    make("path", { class: "shaft", d }),
    make("path", { class: "tip", d: `M${tip.x + dx * 1.5} ${tip.y + dy * 1.5} L${barb(3.4)} L${barb(-3.4)} Z` }),
  ];
}
