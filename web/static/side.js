// The arm from the side: seen along the board's files from the visitor's left, the robot on the left, heights true.
import { make } from "./svg.js";

const thick = 5; // mm, a checker

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
    for (const line of [this.outline, this.flesh]) line.setAttribute("points", joints.map((p) => p.join(" ")).join(", "));
    this.hinges.forEach((hinge, i) => set(hinge, { cx: joints[i][0], cy: joints[i][1] }));
    set(this.needle, { x1: arm.tool.x, y1: -arm.tool.z, x2: arm.tip.x, y2: -arm.tip.z });
  }

  drawTable(world) {
    const { x, border = 84 } = world.board;
    set(this.slab, { x: x - border, width: 2 * border });
    const near = world.checkers.filter((c) => c.held || Math.abs(c.x - world.board.x) < 90);
    this.checkers.replaceChildren(...near.map((c) =>
      make("rect", { class: `checker-side ${c.color}`, x: c.x - 7.5, y: -c.z - thick, width: 15, height: thick, rx: 1.2 })));
  }
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
