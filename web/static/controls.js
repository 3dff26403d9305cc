// Buttons at the edge and in the drawer, the red button, the emergency stop.
import { act, command, post } from "./post.js";

const doubt = 4000; // ms that a button waits for the second press that means "really"
const reading = 3500; // ms for a reason to be read

export function wireControls(root) {
  root.querySelector("#press")?.addEventListener("click", () => act({ op: "press" }));
  for (const button of root.querySelectorAll("[data-op]")) {
    button.addEventListener("click", () => act({ op: button.dataset.op }));
  }
  const tell = teller(root.querySelector("#why"));
  for (const button of root.querySelectorAll("[data-command]")) wireCommand(button, tell);
  root.querySelector("#stop-form").addEventListener("submit", (event) => {
    event.preventDefault();
    stop(event.target);
  });
}

// stop asks until it is heard; should no script get through, the plain form still does.
async function stop(form) {
  for (let i = 0; i < 3; i++) {
    if (await post("/api/stop", {})) return;
  }
  form.submit();
}

// A command that ends a game wants a second press; one that hurts nobody does not; one that is impossible says why.
function wireCommand(button, tell) {
  let timer = 0;
  const words = button.querySelector("span");
  const calm = words?.textContent;
  const rest = () => {
    clearTimeout(timer);
    timer = 0;
    if (words) words.textContent = calm;
    button.classList.remove("sure");
  };
  button.addEventListener("click", () => {
    if (button.dataset.why) {
      tell(button.dataset.why);
      return;
    }
    if (button.dataset.sure && !timer) {
      words.textContent = button.dataset.sure;
      button.classList.add("sure");
      timer = setTimeout(rest, doubt);
      return;
    }
    rest();
    const { arg, value } = button.dataset;
    command(button.dataset.command, arg ? { [arg]: value } : undefined);
    button.dispatchEvent(new CustomEvent("commanded", { bubbles: true }));
  });
}

// teller shows words for as long as it takes to read them.
function teller(place) {
  let timer = 0;
  return (words) => {
    clearTimeout(timer);
    place.textContent = words;
    place.hidden = false;
    timer = setTimeout(() => (place.hidden = true), reading);
  };
}
