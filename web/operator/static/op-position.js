// A position to set: put on a small board or typed as FEN; each follows the other. The robot
// decides whether it can be played.
import { confirmed } from "./op-buttons.js";
import { sendCommand } from "./op-send.js";

const names = { "white-man": "W", "white-king": "WK", "black-man": "B", "black-king": "BK" };
const find = (selector) => document.querySelector(selector);

export class Position {
  constructor(editor, start) {
    this.pieces = new Map();
    this.cells = new Map();
    this.game = find("#fen").value;
    for (let rank = 8; rank >= 1; rank--) {
      for (let file = 0; file < 8; file++) editor.append(this.cell(file, rank));
    }
    find("#fen").addEventListener("input", () => this.readFEN());
    find("#pos-turn").addEventListener("change", () => this.writeFEN());
    find("#pos-start").addEventListener("click", () => this.setFEN(start));
    find("#pos-empty").addEventListener("click", () => this.setFEN("W:W:B"));
    find("#pos-game").addEventListener("click", () => this.setFEN(this.game));
    find("#pos-set").addEventListener("click", confirmed(find("#pos-set"), () => this.sendPosition()));
    this.readFEN();
  }

  cell(file, rank) {
    if ((file + rank) % 2 === 0) return document.createElement("i");
    const square = String.fromCharCode(97 + file) + rank;
    const button = document.createElement("button");
    button.type = "button";
    button.append(document.createElement("i"));
    button.addEventListener("click", () => this.putPiece(square));
    this.cells.set(square, button);
    return button;
  }

  putPiece(square) {
    const chosen = find("[name=piece]:checked").value;
    if (chosen === "nothing" || this.pieces.get(square) === chosen) this.pieces.delete(square);
    else this.pieces.set(square, chosen);
    this.writeFEN();
  }

  setFEN(fen) {
    find("#fen").value = fen;
    this.readFEN();
  }

  // readFEN takes the FEN as far as it is one; the robot says what is wrong with it when it is set.
  readFEN() {
    find("#fen-fault").textContent = "";
    const [turn = "", ...sides] = find("#fen").value.trim().replace(/\.$/, "").split(":");
    if (turn === "W" || turn === "B") find("#pos-turn").value = turn;
    this.pieces.clear();
    for (const side of sides) {
      const color = side[0] === "W" ? "white" : "black";
      for (const name of side.slice(1).split(",").map((word) => word.trim()).filter(Boolean)) {
        const king = name[0] === "K";
        this.pieces.set(name.slice(king ? 1 : 0), `${color}-${king ? "king" : "man"}`);
      }
    }
    this.draw();
  }

  writeFEN() {
    const side = (color) => [...this.pieces].filter(([, piece]) => piece.startsWith(color))
      .map(([square, piece]) => (names[piece].endsWith("K") ? "K" : "") + square).sort().join(",");
    find("#fen").value = `${find("#pos-turn").value}:W${side("white")}:B${side("black")}`;
    find("#fen-fault").textContent = "";
    this.draw();
  }

  draw() {
    for (const [square, button] of this.cells) {
      const piece = this.pieces.get(square) ?? "nothing";
      button.firstElementChild.className = `piece ${piece}`;
      button.setAttribute("aria-label", `${square}: ${piece.replace("-", " ")}`);
    }
  }

  async sendPosition() {
    const position = { fen: find("#fen").value.trim(), visitor: find("#pos-visitor").value };
    const fault = await sendCommand("set_position", position);
    find("#fen-fault").textContent = fault;
  }
}
