// While nobody plays: studies of old masters, move by move, until somebody touches the screen or
// the robot has something else to say.
const moveTime = 1700; // ms from move to move
const restTime = 5000; // ms before the first and after the last
const quietTime = 60000; // ms after a touch in which no study is shown

const noHelp = { lifted: "", targets: {}, capture: false };

export class IdleStudies {
  constructor(studies, redraw) {
    Object.assign(this, { studies, redraw, study: 0, frame: 0, timer: 0, quiet: 0 });
    addEventListener("pointerdown", () => this.keepQuiet());
  }

  // overlay puts the study over what the robot shows of the board.
  overlay(view) {
    if (!view.idle || this.quiet || this.studies.length === 0) {
      this.rewind();
      return view;
    }
    const { words, frames } = this.studies[this.study];
    const rests = this.frame === 0 || this.frame === frames.length - 1;
    this.timer ||= setTimeout(() => this.nextFrame(), rests ? restTime : moveTime);
    const { pieces, last } = frames[this.frame];
    // Who won the last game, and who was ahead in it, says nothing about what is shown.
    const calm = { turn: "", mover: "", win: 0, bar: "", help: noHelp };
    return { ...view, ...calm, pieces, last, hint: null, answers: [], odd: [], masked: [], glow: [], study: words };
  }

  nextFrame() {
    this.timer = 0;
    this.frame++;
    if (this.frame === this.studies[this.study].frames.length) {
      this.frame = 0;
      this.study = (this.study + 1) % this.studies.length;
    }
    this.redraw();
  }

  rewind() {
    clearTimeout(this.timer);
    this.timer = this.frame = 0;
  }

  keepQuiet() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      this.quiet = 0;
      this.redraw();
    }, quietTime);
    this.redraw();
  }
}
