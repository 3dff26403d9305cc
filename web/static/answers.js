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
    this.box.replaceChildren(...answers.map(button));
  }
}

function button({ notation, hue }) {
  const touch = document.createElement("button");
  touch.type = "button";
  touch.className = "answer named";
  touch.dataset.hue = hue;
  touch.textContent = notation;
  touch.addEventListener("click", () => command("which", { move: notation }));
  return touch;
}
