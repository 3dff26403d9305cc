// States come some twenty times a second; in between the arm is drawn on its way from one to the
// next.
import { prefersStill } from "./svg.js";

const gap = 70; // ms from state to state, as the transition of .checker in board.css

export function drawSmoothly(draw) {
  let shown = null;
  let goal = null;
  let from = null;
  let start = 0;
  const frame = (now) => {
    const way = Math.min(1, Math.max(0, (now - start) / gap));
    shown = way < 1 ? interpolatePose(from, goal, way) : goal;
    draw(shown);
    if (way < 1) requestAnimationFrame(frame);
  };
  return (arm) => {
    const running = shown !== goal;
    goal = arm;
    if (!shown || prefersStill() || document.hidden) {
      shown = goal;
      draw(goal);
      return;
    }
    [from, start] = [shown, performance.now()];
    if (!running) requestAnimationFrame(frame);
  };
}

// interpolatePose mixes two poses, joint by joint.
function interpolatePose(a, b, way) {
  const pose = {};
  for (const joint of ["shoulder", "elbow", "wrist", "tool", "tip"]) {
    pose[joint] = {};
    for (const axis of ["x", "y", "z"]) pose[joint][axis] = a[joint][axis] + (b[joint][axis] - a[joint][axis]) * way;
  }
  return pose;
}
