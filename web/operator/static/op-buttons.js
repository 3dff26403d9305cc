// Buttons that send commands. One that can do harm wants a second press within a few seconds; one
// that makes no sense now says why.
import { sendCommand, stopRobot } from "./op-send.js";
import { t } from "./op-words.js";

const confirmTime = 4000; // ms that a button waits for the second press

// Each condition of a button, and what is said while it doesn't hold.
const conditions = {
  up: [(v) => v.up, t("no link to the controller")],
  homed: [(v) => v.arm.homed, t("the arm must find its position first: Home")],
  released: [(v) => !v.stopped, t("the emergency stop is on: release it first")],
  still: [(v) => !v.stopped, t("the emergency stop is on: release it first")],
  stopped: [(v) => v.stopped, t("nothing is stopped")],
  service: [(v) => v.arm.service, t("needs service mode")],
  playing: [(v) => !v.arm.service, t("service mode is on already")],
  paused: [(v) => v.paused, t("the game is not paused")],
  unpaused: [(v) => !v.paused, t("the game is paused already")],
  calibrating: [(v) => v.calib, t("no calibration is under way: Begin")],
  uncalibrating: [(v) => !v.calib, t("a calibration is under way")],
};

export function wireButtons(root) {
  for (const button of root.querySelectorAll("[data-command]")) {
    const run = () => sendCommand(button.dataset.command, argumentsOf(button));
    button.addEventListener("click", confirmed(button, run));
  }
  root.querySelector("#stop-form").addEventListener("submit", (event) => {
    event.preventDefault();
    stopRobot();
  });
}

// argumentsOf are the button's own, and the place that is chosen beside it.
function argumentsOf(button) {
  const args = JSON.parse(button.dataset.args);
  if (/^(goto|calib_take)$/.test(button.dataset.command)) {
    args.place ??= button.closest("#calib, #goto").querySelector(".place").value;
  }
  return args;
}

// confirmed makes a handler that runs at once, or, where the button asks again, at the second
// press.
export function confirmed(button, run) {
  const words = button.querySelector("b");
  const calmWords = words.textContent;
  let timer = 0;
  const calmDown = () => {
    clearTimeout(timer);
    timer = 0;
    words.textContent = calmWords;
    button.classList.remove("sure");
  };
  return () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    if (button.dataset.sure && !timer) {
      words.textContent = t("{label}: press again", { label: button.dataset.sure });
      button.classList.add("sure");
      timer = setTimeout(calmDown, confirmTime);
      return;
    }
    calmDown();
    run();
  };
}

export function showButtons(root, view) {
  for (const button of root.querySelectorAll("[data-when]")) {
    const unmet = button.dataset.when.split(" ").map((name) => conditions[name]).find(([holds]) => !holds(view));
    disable(button, unmet?.[1] ?? "");
  }
}

function disable(button, why) {
  if ((button.dataset.why ?? "") === why) return;
  button.dataset.why = why;
  button.setAttribute("aria-disabled", String(why !== ""));
  const small = button.querySelector("small");
  small.dataset.does ??= small.textContent;
  if (!button.classList.contains("jog")) small.textContent = why ? t("Not now: {why}.", { why }) : small.dataset.does;
}
