// The arm from above, reaching in from the robot's side, and the checker in its nozzle.
import { fromRobot } from "./geometry.js";
import { make } from "./svg.js";

const shadow = 0.22; // how far a shadow falls aside for each mm of height

export class ArmFromAbove {
  constructor(group) {
    this.parts = {
      shade: make("path", { class: "shade" }),
      upper: make("path", { class: "link" }),
      fore: make("path", { class: "link fore" }),
      elbow: make("circle", { class: "joint", r: 9 }),
      tool: make("path", { class: "plate" }),
      nozzle: make("circle", { class: "nozzle", r: 3.6 }),
    };
    group.append(...Object.values(this.parts));
  }

  draw(arm, { board, pump }) {
    const at = (bone) => fromRobot(board, bone);
    const [shoulder, elbow, wrist, tool] = [arm.shoulder, arm.elbow, arm.wrist, arm.tool].map(at);
    this.parts.upper.setAttribute("d", linkOutline(shoulder, elbow, 13, 10));
    this.parts.fore.setAttribute("d", linkOutline(elbow, wrist, 10, 6));
    this.parts.tool.setAttribute("d", linkOutline(wrist, tool, 5, 5));
    const fall = shadow * Math.max(0, arm.tip.z - board.z);
    this.parts.shade.setAttribute("d", linkOutline(elbow, tool, 10, 6));
    this.parts.shade.setAttribute("transform", `translate(${fall} ${fall * 0.7})`);
    moveCircle(this.parts.elbow, elbow);
    moveCircle(this.parts.nozzle, tool);
    this.parts.nozzle.classList.toggle("sucking", Boolean(pump));
  }
}

function moveCircle(circle, { x, y }) {
  circle.setAttribute("cx", x);
  circle.setAttribute("cy", y);
}

// linkOutline is a link between two joints with round ends, and its radius at each.
function linkOutline(a, b, ra, rb) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [nx, ny] = [-(b.y - a.y) / length, (b.x - a.x) / length];
  const p = (o, r) => `${o.x + nx * r} ${o.y + ny * r}`;
  return `M${p(a, ra)} L${p(b, rb)} A${rb} ${rb} 0 0 0 ${p(b, -rb)} L${p(a, -ra)} A${ra} ${ra} 0 0 0 ${p(a, ra)} Z`;
}
