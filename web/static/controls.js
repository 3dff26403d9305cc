// Buttons at the edge, the red button, the emergency stop.
import { act, command, post } from "./post.js";

const doubt = 4000; // ms that a button waits for the second press that means "really"

export function wireControls(root) {
  root.querySelector("#press")?.addEventListener("click", () => act({ op: "press" }));
  for (const button of root.querySelectorAll("[data-op]")) {
    button.addEventListener("click", () => act({ op: button.dataset.op }));
  }
  for (const button of root.querySelectorAll("[data-command]")) wireCommand(button);
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

// A command that ends a game wants a second press; one that hurts nobody does not.
function wireCommand(button) {
  let timer = 0;
  const words = button.querySelector("span");
  const calm = words.textContent;
  const rest = () => {
    clearTimeout(timer);
    timer = 0;
    words.textContent = calm;
    button.classList.remove("sure");
  };
  button.addEventListener("click", () => {
    if (button.dataset.sure && !timer) {
      words.textContent = button.dataset.sure;
      button.classList.add("sure");
      timer = setTimeout(rest, doubt);
      return;
    }
    rest();
    command(button.dataset.command);
  });
}
