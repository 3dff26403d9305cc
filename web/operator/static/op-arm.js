// The arm as its joints stand, from above and from the side, over the board and the trays as the
// configuration has them.
import { ArmFromAbove } from "./arm-above.js";
import { ArmFromSide } from "./arm-side.js";
import { frameWidth, fromRobot, radius } from "./geometry.js";
import { t } from "./op-words.js";
import { make } from "./svg.js";

const radians = (degrees) => (degrees * Math.PI) / 180;

export class Arm {
  constructor(above, beside, layout) {
    this.table = make("g");
    this.arm = make("g", { class: "arm" });
    this.tip = make("text", { class: "tip-words" });
    above.append(this.table, this.arm, this.tip);
    this.above = new ArmFromAbove(this.arm);
    this.beside = new ArmFromSide(beside);
    this.travel = make("line", { class: "travel", x1: -60, x2: 380 });
    this.height = make("text", { class: "tip-words" });
    beside.append(this.travel, this.height);
    this.groups = [above, beside];
    this.setLayout(layout);
  }

  // setLayout puts everything where it stands: at first, and again when a calibration has found it
  // elsewhere.
  setLayout(layout) {
    this.layout = layout;
    this.board = { x: layout.centre_x, y: layout.centre_y, z: layout.surface };
    this.table.replaceChildren(...this.fixedParts());
    this.beside.drawTable({ board: { x: layout.centre_x, border: 4 * layout.pitch + frameWidth }, checkers: [] });
    this.travel.setAttribute("y1", -layout.travel);
    this.travel.setAttribute("y2", -layout.travel);
  }

  // fixedParts are what stands still: base, board, slots, the place to wait.
  fixedParts() {
    const { pitch, yaw, trophies, kings, park } = this.layout;
    const side = 8 * pitch;
    const at = (spot) => fromRobot(this.board, spot);
    const base = at({ x: 0, y: 0 });
    const squares = [];
    for (let file = 0; file < 8; file++) {
      for (let rank = file % 2; rank < 8; rank += 2) {
        const corner = { x: (file - 4) * pitch, y: (3 - rank) * pitch };
        squares.push(make("rect", { class: "dark", ...corner, width: pitch, height: pitch }));
      }
    }
    const edge = -side / 2 - 4;
    const board = make("rect", { class: "board", x: edge, y: edge, width: -2 * edge, height: -2 * edge, rx: 2 });
    const slot = (kind) => (spot) => make("circle", { class: kind, r: radius, cx: at(spot).x, cy: at(spot).y });
    return [
      make("g", { transform: `rotate(${-yaw})` }, board, ...squares),
      ...trophies.map(slot("slot")), ...kings.map(slot("slot king")),
      make("circle", { class: "park", r: 3, cx: at(park).x, cy: at(park).y }),
      make("circle", { class: "base", r: 26, cx: base.x, cy: base.y }),
    ];
  }

  show({ arm, up }) {
    for (const drawing of this.groups) drawing.classList.toggle("unknown", !up || !arm.homed);
    const bones = this.jointsInSpace(arm);
    this.above.draw(bones, { board: this.board, pump: arm.pumping });
    this.beside.draw(bones);
    const tip = fromRobot(this.board, bones.tip);
    const [gap, anchor] = tip.x > 40 ? [-10, "end"] : [10, "start"]; // the label stands where there is room
    const x = Math.min(Math.max(tip.x, -162), 162) + gap;
    placeLabel(this.tip, x, tip.y + 18, `${arm.x.toFixed(0)}, ${arm.y.toFixed(0)}`, anchor);
    placeLabel(this.height, Math.min(bones.tip.x + 12, 330), -bones.tip.z + 4, t("{n} mm", { n: arm.z.toFixed(1) }), "start");
  }

  // jointsInSpace is where the links' angles put the joints.
  jointsInSpace({ joints: [base, upper, fore] }) {
    const b = this.layout;
    const out = (r, z) => ({ x: r * Math.cos(radians(base)), y: r * Math.sin(radians(base)), z });
    const elbow = [b.upper * Math.cos(radians(upper)), b.shoulder + b.upper * Math.sin(radians(upper))];
    const wrist = [elbow[0] + b.forearm * Math.cos(radians(fore)), elbow[1] + b.forearm * Math.sin(radians(fore))];
    return {
      shoulder: out(0, b.shoulder), elbow: out(...elbow), wrist: out(...wrist),
      tool: out(wrist[0] + b.tool, wrist[1]), tip: out(wrist[0] + b.tool, wrist[1] - b.nozzle),
    };
  }
}

function placeLabel(label, x, y, words, anchor) {
  label.setAttribute("x", x);
  label.setAttribute("y", y);
  label.setAttribute("text-anchor", anchor);
  if (label.textContent !== words) label.textContent = words;
}
