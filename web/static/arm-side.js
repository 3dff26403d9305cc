// The arm from the side: seen along the board's files from the visitor's left, the robot on the
// left, heights true.
import { radius } from "./geometry.js";
import { make } from "./svg.js";

const thickness = 5; // mm, of a checker
const beside = 6; // mm beside the board where checkers are still drawn

export class ArmFromSide {
  constructor(svg) {
    this.svg = svg;
    this.slab = make("rect", { class: "slab", y: -12, height: 12, rx: 2 });
    this.outline = make("polyline", { class: "bone outline" });
    this.flesh = make("polyline", { class: "bone flesh" });
    this.needle = make("line", { class: "needle" });
    this.hinges = [0, 1, 2].map(() => make("circle", { class: "hinge", r: 5 }));
    this.checkers = make("g");
    svg.append(
      make("rect", { class: "ground", x: -60, y: 0, width: 440, height: 7 }), this.slab, this.checkers,
      make("path", { class: "foot", d: "M-36 0 L-22 -100 A22 22 0 0 1 22 -100 L36 0 Z" }),
      this.needle, this.outline, this.flesh, ...this.hinges,
    );
  }

  draw(arm) {
    const joints = [arm.shoulder, arm.elbow, arm.wrist, arm.tool].map((bone) => [bone.x, -bone.z]);
    const points = joints.map((p) => p.join(" ")).join(", ");
    for (const line of [this.outline, this.flesh]) line.setAttribute("points", points);
    this.hinges.forEach((hinge, i) => setAttributes(hinge, { cx: joints[i][0], cy: joints[i][1] }));
    setAttributes(this.needle, { x1: arm.tool.x, y1: -arm.tool.z, x2: arm.tip.x, y2: -arm.tip.z });
  }

  drawTable(world) {
    const { x, border } = world.board; // the border is half of the board's side
    setAttributes(this.slab, { x: x - border, width: 2 * border });
    const near = world.checkers.filter((c) => c.held || Math.abs(c.x - x) < border + beside);
    const size = { width: 2 * radius, height: thickness, rx: 1.2 };
    this.checkers.replaceChildren(...near.map((c) =>
      make("rect", { class: `checker-side ${c.color}`, x: c.x - radius, y: -c.z - thickness, ...size })));
  }
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
