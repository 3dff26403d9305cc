// The visitor's screen, kept alive: states come in by the stream, each part shows what concerns it.
import { Answers } from "./answers.js";
import { ArmFromAbove } from "./arm-above.js";
import { ArmFromSide } from "./arm-side.js";
import { Arrow } from "./arrow.js";
import { showBalance } from "./balance.js";
import { Checkers } from "./checkers.js";
import { Choices } from "./choices.js";
import { wireControls } from "./controls.js";
import { Drag } from "./drag.js";
import { wireDrawer } from "./drawer.js";
import { Face } from "./face.js";
import { TargetGlow } from "./glow.js";
import { IdleStudies } from "./idle-studies.js";
import { Keyboard } from "./keyboard.js";
import { Ladder } from "./ladder.js";
import { fitMoves, showMoves } from "./moves.js";
import { Pieces } from "./pieces.js";
import { Rules } from "./rules.js";
import { fitSentence, showRemark, showSentence } from "./sentence.js";
import { drawSmoothly } from "./smooth.js";
import { Squares } from "./squares.js";
import { openStream } from "./stream.js";
import { Table } from "./table.js";
import { keepScreenAwake } from "./wake-lock.js";

const find = (selector) => document.querySelector(selector);
const screen = find("#screen");
const board = find("#board");
const virtual = screen.dataset.world === "true";

const face = new Face(find("#face"));
const squares = new Squares(board);
const targets = new TargetGlow(board);
const arrow = new Arrow(board);
const checkers = virtual ? new Checkers(board) : null;
const pieces = new Pieces(find(virtual ? "#show" : "#checkers"));
const drag = virtual ? new Drag(board, checkers, (square) => targets.drag(square)) : null;
const table = virtual ? new Table(board) : null;
const keyboard = virtual ? new Keyboard(board, checkers, find("#spoken"), (square) => targets.drag(square)) : null;
const above = virtual ? new ArmFromAbove(find("#arm")) : null;
const side = virtual ? new ArmFromSide(find("#side-view")) : null;

const choices = new Choices(document);
const rules = new Rules(find("#rules"), find("#rules-open"));
const answers = new Answers(find("#answers"));
const studies = new IdleStudies(JSON.parse(find("#studies").textContent), () => robot && showRobot(robot));

let robot = null;
let world = null;
const drawArm = drawSmoothly((arm) => {
  above.draw(arm, world);
  side.draw(arm);
});

function showRobot(state) {
  robot = state;
  const view = studies.overlay(state);
  Object.assign(screen.dataset, {
    phase: view.phase, side: view.side, mover: view.mover, stopped: view.stopped, paused: view.paused, key: view.key,
    fresh: !view.last, show: Boolean(view.study),
  });
  showTurn(view);
  face.show(view.face, view.emotion);
  squares.show(view);
  arrow.show(view);
  if (!virtual || view.study) pieces.show(view);
  targets.show(view);
  answers.show(view);
  choices.show(view);
  showStudy(view.study);
  showMoves(find("#moves"), view);
  rules.show(view);
  showRemark(find("#remark"), view);
  showSentence(find("#sentence"), view);
  showBalance(find("#balance"), view);
  if (!virtual) return;
  keyboard.side = view.side;
  drag.single = view.key === "turn_over" || view.key === "crown_yours";
}

function showStudy(words = "") {
  const line = find("#study");
  line.hidden = words === "";
  if (line.textContent !== words) line.textContent = words;
}

function showTurn(view) {
  const words = find("#turn-text");
  if (words.textContent !== view.turn) words.textContent = view.turn;
  const robotSide = view.side === "white" ? "black" : "white";
  find("#turn-piece").setAttribute("href", `#${view.mover === "robot" ? robotSide : view.side}-man`);
}

function showWorld(state) {
  world = state;
  drag.board = keyboard.board = world.board;
  table.show(world);
  checkers.show(world);
  drawArm(world.arm);
  side.drawTable(world);
  find("#press").classList.toggle("down", Boolean(world.button?.down));
}

// Without the daemon nothing on the screen is true: it goes grey, and only that is said.
function showLink(online) {
  find("#offline").hidden = online;
  screen.classList.toggle("offline", !online);
  if (!online) rules.close();
}

// What shares the card of the sentence comes and goes: each time the sentence gets the room that is
// left.
const room = new ResizeObserver(() => {
  fitSentence(find("#sentence"));
  fitMoves(find("#moves"));
});
for (const part of document.querySelectorAll("#words, #turn, #answers, #study, #hint, #offline")) room.observe(part);
wireControls(document);
const ladder = new Ladder(find("#choices"));
wireDrawer(find("#choose"), find("#choices"), () => ladder.open());
const handlers = virtual ? { robot: showRobot, world: showWorld } : { robot: showRobot };
openStream(`/api/events?lang=${screen.dataset.lang}`, handlers, showLink);
keepScreenAwake();
