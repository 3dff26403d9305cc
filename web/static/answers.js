// Moves between which the robot can't tell: the visitor touches his.
import { command } from "./post.js";

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
    this.box.replaceChildren(...answers.map(({ notation, hue }) => button(notation, notation, hue)), button(this.box.dataset.none, "none"));
  }
}

function button(words, move, hue) {
  const touch = document.createElement("button");
  touch.type = "button";
  touch.className = hue ? "answer named" : "answer";
  if (hue) touch.dataset.hue = hue;
  touch.textContent = words;
  touch.addEventListener("click", () => command("which", { move }));
  return touch;
}
