// The robot's face: LED by LED what the robot shows, brows and neck included.
const mostNeck = 40; // degrees; a neck that turns more is drawn at this

export class Face {
  constructor(svg) {
    this.svg = svg;
    this.eyes = ["left", "right"].map((side) => [...svg.querySelector(`[data-eye=${side}]`).children]);
    this.brows = [svg.querySelector("#brow-left"), svg.querySelector("#brow-right")];
  }

  show(frame, emotion) {
    this.svg.dataset.emotion = emotion;
    lightEye(this.eyes[0], frame.left);
    lightEye(this.eyes[1], frame.right);
    // A brow turns about its outer end; positive lifts the end at the nose.
    this.brows[0].setAttribute("transform", `rotate(${-frame.brow_left} 34 18)`);
    this.brows[1].setAttribute("transform", `rotate(${frame.brow_right} 206 18)`);
    const pan = clampNeck(frame.neck_pan);
    const tilt = clampNeck(frame.neck_tilt);
    this.svg.style.transform = `translateY(${tilt * 0.12}%) rotateY(${pan}deg) rotateX(${-tilt}deg)`;
  }
}

const clampNeck = (angle) => Math.max(-mostNeck, Math.min(mostNeck, angle));

function lightEye(leds, rows) {
  leds.forEach((led, i) => led.classList.toggle("on", ((rows[i >> 3] >> (7 - (i & 7))) & 1) === 1));
}
