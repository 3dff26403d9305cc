// The rules in twenty seconds: pictures that move, one after the other, over the board. They come
// before somebody's first game, after presses that were no move, and when they are asked for; a
// touch, a press of the red button, or a hand on the board ends them.
import { arrowShapes } from "./arrow.js";
import { squareCentre } from "./geometry.js";
import { Pieces } from "./pieces.js";
import { prefersStill } from "./svg.js";

const firstMove = 500; // ms until the first move of a picture
const movesTime = 2500; // ms in which its moves are made
const board = "white"; // the pictures are drawn from this side
const wantsTheBoard = new Set(["help", "hold", "setup", "stopped", "service"]);
const keptLesson = "lesson"; // in the session: a page that is loaded anew doesn't begin again

export class Rules {
  constructor(section, opener) {
    Object.assign(this, { section, opener, timers: [], before: null, side: "white" });
    this.steps = [...section.querySelectorAll("#rule-steps i")];
    this.pictures = [...section.querySelectorAll(".rule")].map((figure) => new Picture(figure));
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      if (section.hidden) this.open();
      else this.close();
    });
    section.addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
    });
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
  }

  show(view) {
    this.side = view.side;
    this.opener.dataset.due = view.lesson > 0;
    // What is asked for on the board ends them when it is new: who opens them then may read them.
    const asked = wantsTheBoard.has(view.phase) && [view.phase, view.key];
    const now = JSON.stringify([view.presses, view.odd, view.help.lifted, asked]);
    const ends = this.before !== null && this.before !== now;
    this.before = now;
    const seen = sessionStorage.getItem(keptLesson);
    sessionStorage.setItem(keptLesson, view.lesson);
    if (view.lesson > 0 && seen !== String(view.lesson)) this.open();
    else if (ends) this.close();
  }

  open() {
    this.stop();
    this.section.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    const pictureTime = Number(this.section.dataset.pictureMs);
    this.pictures.forEach((picture, i) => this.later(i * pictureTime, () => this.play(i)));
    this.later(this.pictures.length * pictureTime, () => this.close());
  }

  play(number) {
    this.pictures.forEach((picture, i) => picture.figure.classList.toggle("now", i === number));
    this.steps.forEach((step, i) => step.classList.toggle("now", i === number));
    this.pictures[number].play(this.side, (time, act) => this.later(time, act));
  }

  close() {
    if (this.section.hidden) return;
    this.stop();
    if (this.section.contains(document.activeElement)) this.opener.focus();
    this.section.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
  }

  later(time, act) {
    this.timers.push(setTimeout(act, time));
  }

  stop() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }
}

// A picture of the rules. Its white checkers are the visitor's.
class Picture {
  constructor(figure) {
    this.figure = figure;
    this.frames = JSON.parse(figure.dataset.frames);
    this.still = Number(figure.dataset.still);
    this.group = figure.querySelector(".pieces");
    this.pieces = new Pieces(this.group);
    this.way = figure.querySelector(".way");
    this.taken = figure.querySelector(".taken");
    this.button = figure.querySelector(".red");
  }

  play(side, later) {
    this.way.replaceChildren();
    if (this.taken) this.playPress(side);
    else if (prefersStill()) this.showStill(side);
    else this.playMoves(side, later);
  }

  playMoves(side, later) {
    const moves = this.frames.length - 1;
    this.pieces.move = ""; // from the end of the last time to the beginning is no move
    this.showFrame(0, side);
    for (let i = 1; i <= moves; i++) later(firstMove + ((i - 1) * movesTime) / moves, () => this.showFrame(i, side));
  }

  showStill(side) {
    this.showFrame(this.still, side, this.frames[this.still + 1].last);
  }

  showFrame(number, side, move = this.frames[number].last) {
    const { pieces, last } = this.frames[number];
    const coloured = Object.entries(pieces).map(([square, piece]) => [square, inColours(piece, side)]);
    this.pieces.show({ pieces: Object.fromEntries(coloured), last: last ?? { none: number }, side: board });
    const points = (move?.path ?? []).map((square) => squareCentre(square, board));
    this.way.replaceChildren(...(points.length > 1 ? arrowShapes(points) : []));
  }

  // playPress takes the captured checker off the board, and presses the button. The still picture
  // has an arrow instead.
  playPress(side) {
    const opponent = side === "white" ? "black" : "white";
    this.taken.firstElementChild.setAttribute("href", `#${opponent}-man`);
    for (const checker of this.group.children) {
      checker.firstElementChild.setAttribute("href", `#${inColours(this.frames[0].pieces[checker.dataset.at], side)}`);
    }
    const from = squareCentre("d4", board);
    const to = { x: from.x, y: squareCentre("d1", board).y };
    if (prefersStill()) {
      this.way.replaceChildren(...arrowShapes([from, { x: to.x, y: squareCentre("d2", board).y }]));
      return;
    }
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const off = [{ transform: at(from) }, { transform: at(to) }];
    this.taken.animate(off, { delay: firstMove, duration: 900, easing: "ease-in", fill: "both" });
    const pressed = [{ transform: "scale(1)" }, { transform: "scale(0.8)" }, { transform: "scale(1)" }];
    this.button.animate(pressed, { delay: firstMove + 1300, duration: 600, easing: "ease-in-out" });
  }
}

function inColours(piece, side) {
  if (side === "white") return piece;
  const [colour, kind] = piece.split("-");
  return `${colour === "white" ? "black" : "white"}-${kind}`;
}
