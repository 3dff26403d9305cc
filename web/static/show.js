// While nobody plays: studies of old masters, move by move, until somebody touches the screen or the robot has something
// else to say.
const pace = 1700; // ms from move to move
const wonder = 5000; // ms before the first and after the last
const respect = 60000; // ms for which a touch has the board to itself

export class Show {
  constructor(studies, redraw) {
    Object.assign(this, { studies, redraw, study: 0, frame: 0, timer: 0, quiet: 0 });
    addEventListener("pointerdown", () => this.hush());
  }

  // over lays the study over what the robot shows of the board.
  over(view) {
    if (!view.idle || this.quiet || this.studies.length === 0) {
      this.rest();
      return view;
    }
    const { words, frames } = this.studies[this.study];
    this.timer ||= setTimeout(() => this.step(), this.frame === 0 || this.frame === frames.length - 1 ? wonder : pace);
    const { pieces, last } = frames[this.frame];
    return { ...view, pieces, last, hint: null, answers: [], odd: [], masked: [], glow: [], study: words };
  }

  step() {
    this.timer = 0;
    this.frame++;
    if (this.frame === this.studies[this.study].frames.length) {
      this.frame = 0;
      this.study = (this.study + 1) % this.studies.length;
    }
    this.redraw();
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = this.frame = 0;
  }

  hush() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      this.quiet = 0;
      this.redraw();
    }, respect);
    this.redraw();
  }
}
