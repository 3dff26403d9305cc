// A position to set: put on a small board or typed as FEN; each follows the other. The robot reads
// what is typed, so that the board shows what would be set; it also decides whether that can be played.
import { confirmed } from "./op-buttons.js";
import { readPosition, sendCommand } from "./op-send.js";
import { t } from "./op-words.js";

const typingPause = 250; // ms without a key before the robot is asked

const names = { "white-man": "W", "white-king": "WK", "black-man": "B", "black-king": "BK" };
const pieceWords = {
  "white-man": t("white man"), "white-king": t("white king"), "black-man": t("black man"), "black-king": t("black king"),
  nothing: t("nothing"),
};
const find = (selector) => document.querySelector(selector);

export class Position {
  constructor(editor, start) {
    this.pieces = new Map();
    this.cells = new Map();
    this.game = find("#fen").value;
    for (let rank = 8; rank >= 1; rank--) {
      for (let file = 0; file < 8; file++) editor.append(this.cell(file, rank));
    }
    this.asked = 0; // counts what was put into the field: an answer to an older text is dropped
    find("#fen").addEventListener("input", () => this.readSoon());
    find("#pos-turn").addEventListener("change", () => this.setTurn());
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

  // putPiece puts a piece on the board as it will be once the robot has read what was set before.
  async putPiece(square) {
    const chosen = find("[name=piece]:checked").value;
    await this.reading;
    if (chosen === "nothing" || this.pieces.get(square) === chosen) this.pieces.delete(square);
    else this.pieces.set(square, chosen);
    this.writeFEN();
  }

  async setTurn() {
    const turn = find("#pos-turn").value;
    await this.reading;
    find("#pos-turn").value = turn;
    this.writeFEN();
  }

  setFEN(fen) {
    find("#fen").value = fen;
    this.readFEN();
  }

  // readSoon lets somebody finish typing.
  readSoon() {
    this.asked++;
    clearTimeout(this.typing);
    find("#fen-fault").textContent = "";
    this.typing = setTimeout(() => this.readFEN(), typingPause);
  }

  readFEN() {
    clearTimeout(this.typing);
    this.reading = this.drawFEN(++this.asked);
  }

  // drawFEN has the robot read the field. As long as that is no position, the board stays as it was, greyed.
  async drawFEN(asked) {
    const { fault, turn, pieces } = await readPosition(find("#fen").value);
    if (asked !== this.asked) return;
    find("#fen-fault").textContent = fault;
    find("#editor").classList.toggle("unread", Boolean(fault));
    if (fault) return;
    find("#pos-turn").value = turn === "white" ? "W" : "B";
    this.pieces = new Map(Object.entries(pieces));
    this.draw();
  }

  writeFEN() {
    const side = (color) => [...this.pieces].filter(([, piece]) => piece.startsWith(color))
      .map(([square, piece]) => (names[piece].endsWith("K") ? "K" : "") + square).sort().join(",");
    find("#fen").value = `${find("#pos-turn").value}:W${side("white")}:B${side("black")}`;
    this.readFEN();
    this.draw();
  }

  draw() {
    for (const [square, button] of this.cells) {
      const piece = this.pieces.get(square) ?? "nothing";
      button.firstElementChild.className = `piece ${piece}`;
      button.setAttribute("aria-label", `${square}: ${pieceWords[piece]}`);
    }
  }

  async sendPosition() {
    this.asked++; // an answer that is still on its way says less than the one to come
    clearTimeout(this.typing);
    const position = { fen: find("#fen").value.trim(), visitor: find("#pos-visitor").value };
    const fault = await sendCommand("set_position", position);
    find("#fen-fault").textContent = fault;
  }
}
