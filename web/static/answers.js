// Moves between which the sensors can't decide: the visitor touches the one that they made.
import { sendCommand } from "./post.js";

export class Answers {
  constructor(box) {
    this.box = box;
    this.shown = "";
  }

  show({ answers }) {
    const wanted = JSON.stringify(answers);
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.box.hidden = answers.length === 0;
    const moves = answers.map(({ notation, hue }) => answerButton(notation, notation, hue));
    this.box.replaceChildren(...moves, answerButton(this.box.dataset.none, "none"));
  }
}

function answerButton(words, move, hue) {
  const touch = document.createElement("button");
  touch.type = "button";
  touch.className = hue ? "answer named" : "answer";
  if (hue) touch.dataset.hue = hue;
  touch.textContent = words;
  touch.addEventListener("click", () => sendCommand("which", { move }));
  return touch;
}
