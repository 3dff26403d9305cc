// The sensors' board: what each reads, what the game has there, how often it changes. A press shows
// a sensor, a second one masks it or unmasks it again; arrow keys lead from square to square.
import { sendCommand } from "./op-send.js";
import { setText } from "./op-parts.js";
import { t } from "./op-words.js";

const confirmTime = 6000; // ms that a sensor waits for the second press
const directions = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// faultWords are the sensors' faults, short enough for a square.
const faultWords = {
  "": "", dead: t("dead"), stuck: t("stuck"), flicker: t("flicker"), neighbour: t("neighbour"), operator: t("operator"),
};

// readingWords say what a sensor reads, and whether the game has that, too.
function readingWords(bit, want, square) {
  if (bit) return want ? t("{square}: felt, as the game has it", { square }) : t("{square}: felt, the game has none there", { square });
  return want ? t("{square}: empty, the game has a checker there", { square }) : t("{square}: empty, as the game has it", { square });
}

export class Sensors {
  constructor(field, line) {
    Object.assign(this, { field, line, chosen: "", timer: 0, sensors: new Map() });
    this.cells = new Map([...field.querySelectorAll("[data-square]")].map((cell) => [cell.dataset.square, cell]));
    for (const [square, cell] of this.cells) cell.addEventListener("click", () => this.press(square));
    field.addEventListener("keydown", (event) => this.handleKey(event));
  }

  show(view) {
    this.field.dataset.side = view.visitor;
    this.field.dataset.up = view.up;
    for (const sensor of view.sensors) {
      this.sensors.set(sensor.square, sensor);
      const cell = this.cells.get(sensor.square);
      Object.assign(cell.dataset, { read: sensor.bit, want: sensor.want, masked: sensor.masked, fault: sensor.fault });
      setText(cell.querySelector(".flicker"), sensor.flicker ? String(sensor.flicker) : "");
      setText(cell.querySelector(".trouble"), sensor.masked ? t("masked") : faultWords[sensor.fault] ?? sensor.fault);
      const label = this.describe(sensor);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
    if (this.chosen) this.describeChosen();
  }

  describe({ square, bit, want, flicker, masked, fault, cure }) {
    const about = [readingWords(bit, want, square), t("{n} {n:change|changes} in the last minute", { n: flicker })];
    if (masked && fault === "operator") about.push(t("masked by the operator"));
    else about.push(faultWords[fault] ?? fault, masked && t("masked"), cure);
    return about.filter(Boolean).join("; ");
  }

  describeChosen() {
    const sensor = this.sensors.get(this.chosen);
    const [again, twice] = sensor.masked
      ? [t("Press it again to unmask it."), t("Press it twice to unmask it.")]
      : [t("Press it again to mask it: the game then goes on without it."),
        t("Press it twice to mask it: the game then goes on without it.")];
    setText(this.line, `${this.describe(sensor)}. ${this.timer ? again : twice}`);
  }

  press(square) {
    const sure = this.timer && this.chosen === square;
    this.calmDown();
    if (!this.sensors.has(square)) return;
    this.choose(square);
    if (sure) {
      sendCommand(this.sensors.get(square).masked ? "unmask" : "mask", { square });
    } else {
      this.cells.get(square).classList.add("sure");
      this.timer = setTimeout(() => this.calmDown(), confirmTime);
    }
    this.describeChosen();
  }

  calmDown() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.cells.get(this.chosen)?.classList.remove("sure");
    if (this.chosen) this.describeChosen();
  }

  choose(square) {
    if (this.chosen) this.cells.get(this.chosen).classList.remove("chosen");
    this.chosen = square;
    for (const [name, cell] of this.cells) cell.tabIndex = name === square ? 0 : -1;
    this.cells.get(square).classList.add("chosen");
  }

  // handleKey goes on in the direction of the arrow to the next dark square.
  handleKey(event) {
    const from = event.target.closest?.("[data-square]");
    if (!from || !(event.key in directions)) return;
    event.preventDefault();
    const turn = this.field.dataset.side === "black" ? -1 : 1;
    const [right, up] = directions[event.key].map((way) => way * turn);
    const { square } = from.dataset;
    const file = square.charCodeAt(0) - 97 + 2 * right;
    const rank = Number(square[1]) + up;
    const aside = [file, file + 1, file - 1].map((f) => String.fromCharCode(97 + f) + rank);
    this.cells.get(aside.find((name) => this.cells.has(name)))?.focus();
  }
}
