// The course of a calibration: what is asked for, the points taken, what a fit leaves over.
import { setText } from "./op-parts.js";
import { t } from "./op-words.js";

const find = (selector) => document.querySelector(selector);
const mm = (v) => v.toFixed(2);

export function showCalibration(calib) {
  const known = JSON.stringify(calib); // what has not changed leaves the choice of a place alone
  const box = find("#calib");
  if (box.dataset.known === known) return;
  if (calib && !box.dataset.known?.startsWith("{")) box.open = true;
  box.dataset.known = known;
  setText(find("#calib-say"), calib?.say ?? "");
  if (calib?.next) find("#calib-place").value = calib.next;
  const table = find("#residuals");
  table.hidden = !calib?.taken?.length;
  const left = new Map((calib?.residuals ?? []).map((residual) => [residual.place, residual]));
  table.tBodies[0].replaceChildren(...(calib?.taken ?? []).map(({ place, x, y, z }) => {
    const residual = left.get(place);
    const row = document.createElement("tr");
    const leftOver = residual ? t("{n} mm", { n: mm(residual.mm) }) : "–";
    row.append(...[place, mm(x), mm(y), mm(z), leftOver, residual?.meaning ?? ""].map((words) => {
      const data = document.createElement("td");
      data.textContent = words;
      return data;
    }));
    return row;
  }));
  setText(find("#fit"), calib?.residuals?.length ? fitWords(calib.fit) : "");
}

const fitWords = (fit) => t("Fit: centre {x}, {y} mm; turned {yaw}°; surface {z} mm; tilted {tiltX}°, {tiltY}°; the points agree within {rms} mm.", {
  x: mm(fit.centre_x), y: mm(fit.centre_y), yaw: mm(fit.yaw), z: mm(fit.surface),
  tiltX: mm(fit.tilt_x), tiltY: mm(fit.tilt_y), rms: mm(fit.rms),
});
