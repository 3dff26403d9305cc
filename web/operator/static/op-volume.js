// The volume: sent when the hand lets go of the slider, shown as the robot has it.
import { sendCommand } from "./op-send.js";

export class Volume {
  constructor(slider, output) {
    Object.assign(this, { slider, output, held: false });
    slider.addEventListener("input", () => {
      this.held = true;
      this.showVolume();
    });
    slider.addEventListener("change", async () => {
      await sendCommand("volume", { percent: slider.value });
      this.held = false;
    });
  }

  show({ volume }) {
    if (this.held || this.slider.value === String(volume)) return;
    this.slider.value = volume;
    this.showVolume();
  }

  showVolume() {
    this.output.textContent = `${this.slider.value} %`;
  }
}
