// The last moves beside the board: as many as find room in one line, the newest at the end.
import { make, use } from "./svg.js";

export function showMoves(list, { moves, study }) {
  const wanted = study ? "" : JSON.stringify(moves);
  if (list.dataset.shown === wanted) return;
  list.dataset.shown = wanted;
  list.hidden = study !== undefined || moves.length === 0;
  list.replaceChildren(...moves.map(moveItem));
  fitMoves(list);
}

// fitMoves leaves the oldest out where the line is too short; call it again when its length changes.
export function fitMoves(list) {
  for (const item of list.children) item.hidden = false;
  for (const item of list.children) {
    if (list.scrollWidth <= list.clientWidth) return;
    item.hidden = true;
  }
}

function moveItem({ by, name, words }) {
  const item = document.createElement("li");
  const colour = document.createElement("span");
  colour.className = "unseen";
  colour.textContent = `${name}: `;
  item.append(make("svg", { class: "icon", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, use(`${by}-man`)), colour, words);
  return item;
}
