// The checkers of the game on real hardware, and of a study: drawn where the game has them; a move
// runs along its path, capture by capture. (On the virtual robot checkers.js draws the real ones
// instead.)
import { squareCentre } from "./geometry.js";
import { make, prefersStill, use } from "./svg.js";

const hopTime = 380; // ms from one landing square to the next

export class Pieces {
  constructor(group) {
    this.group = group;
    this.on = new Map(); // square → element
    for (const element of this.group.children) this.on.set(element.dataset.at, element);
    this.side = "";
    this.move = "";
  }

  show(view) {
    const move = JSON.stringify(view.last);
    const moved = this.move !== "" && move !== this.move && view.last && view.side === this.side;
    this.move = move;
    this.side = view.side;
    if (moved && !prefersStill() && this.on.has(view.last.from)) this.animateMove(view.last);
    this.settle(view.pieces);
  }

  // animateMove starts the animation of a move and notes its end: settle then finds everything in
  // place.
  animateMove(last) {
    const mover = this.on.get(last.from);
    this.on.delete(last.from);
    const points = last.path.map((square) => squareCentre(square, this.side));
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    this.group.append(mover); // above the others
    mover.animate(frames, { duration: hopTime * (frames.length - 1), easing: "ease-in-out" });
    (last.captured ?? []).forEach((square, i) => {
      const taken = this.on.get(square);
      this.on.delete(square);
      const timing = { duration: hopTime, delay: hopTime * (i + 0.5), fill: "forwards" };
      taken?.animate([{ opacity: 1 }, { opacity: 0 }], timing).finished.then(() => taken.remove());
    });
    this.on.set(last.to, mover);
  }

  // settle makes the board equal to the game.
  settle(pieces) {
    for (const [square, element] of this.on) {
      if (!pieces[square]) {
        element.remove();
        this.on.delete(square);
      }
    }
    for (const [square, piece] of Object.entries(pieces)) this.putPiece(square, piece);
  }

  putPiece(square, piece) {
    let element = this.on.get(square);
    if (!element) {
      element = make("g", { class: "checker" });
      this.group.append(element);
      this.on.set(square, element);
    }
    const { x, y } = squareCentre(square, this.side);
    element.setAttribute("transform", `translate(${x} ${y})`);
    if (element.dataset.piece !== piece) element.replaceChildren(use(piece));
    element.dataset.at = square;
    element.dataset.piece = piece;
  }
}
