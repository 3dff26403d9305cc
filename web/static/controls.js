// Buttons at the edge and in the drawer, the red button, the emergency stop.
import { emergencyStop } from "./emergency-stop.js";
import { sendCommand, sendWorldOp } from "./post.js";

const confirmTime = 4000; // ms that a button waits for the second press that means "really"
const readingTime = 3500; // ms for a reason to be read

export function wireControls(root) {
  root.querySelector("#press")?.addEventListener("click", () => sendWorldOp({ op: "press" }));
  for (const button of root.querySelectorAll("[data-op]")) {
    button.addEventListener("click", () => sendWorldOp({ op: button.dataset.op }));
  }
  const showReason = reasonShower(root.querySelector("#why"));
  for (const button of root.querySelectorAll("[data-command]")) wireCommand(button, showReason);
  const stopForm = root.querySelector("#stop-form");
  stopForm.addEventListener("submit", (event) => {
    event.preventDefault();
    emergencyStop((heard) => showStopAnswer(root.querySelector("#stop-answer"), heard));
  });
}

let stopAnswerTimer = 0;

// showStopAnswer says whether the stop was heard. That it was not stays until it is.
function showStopAnswer(place, heard) {
  clearTimeout(stopAnswerTimer);
  place.dataset.heard = heard;
  place.textContent = heard ? place.dataset.yes : place.dataset.no;
  place.hidden = false;
  if (heard) stopAnswerTimer = setTimeout(() => (place.hidden = true), readingTime);
}

// A command that ends a game wants a second press; one that does no harm doesn't; one that is
// impossible says why.
function wireCommand(button, showReason) {
  let timer = 0;
  const words = button.querySelector("span");
  const calmWords = words?.textContent;
  const calmDown = () => {
    clearTimeout(timer);
    timer = 0;
    if (words) words.textContent = calmWords;
    button.classList.remove("sure");
  };
  button.addEventListener("click", () => {
    if (button.dataset.why) {
      showReason(button.dataset.why);
      return;
    }
    if (button.dataset.sure && !timer) {
      words.textContent = button.dataset.sure;
      button.classList.add("sure");
      timer = setTimeout(calmDown, confirmTime);
      return;
    }
    calmDown();
    const { arg, value } = button.dataset;
    sendCommand(button.dataset.command, arg ? { [arg]: value } : undefined);
    button.dispatchEvent(new CustomEvent("commanded", { bubbles: true }));
  });
}

// reasonShower shows words for as long as it takes to read them.
function reasonShower(place) {
  let timer = 0;
  return (words) => {
    clearTimeout(timer);
    place.textContent = words;
    place.hidden = false;
    timer = setTimeout(() => (place.hidden = true), readingTime);
  };
}
