// The operator's commands, and how they were answered, said in one line of the page.
const patience = 8000; // ms for an answer

const line = document.querySelector("#answer");

export function tell(state, text) {
  line.dataset.state = state;
  line.textContent = `${new Date().toLocaleTimeString("en-GB")} · ${text}`;
}

// send asks for a command and tells what became of it; it resolves to "" or to what was wrong.
export async function send(name, args = {}) {
  const words = [name.replaceAll("_", " "), ...Object.values(args)].join(" ");
  tell("busy", `${words} …`);
  const fault = await ask("/api/command", { name, args });
  tell(fault ? "bad" : "ok", fault.startsWith("not now") ? `${words}, ${fault}` : fault || `${words}: taken`);
  return fault;
}

// stop asks for the emergency stop until it is heard; should no script get through, the plain form still does.
export async function stop(form) {
  let fault = "";
  for (let i = 0; i < 3; i++) {
    fault = await ask("/api/stop", {});
    if (!fault) return tell("ok", "emergency stop: taken");
  }
  tell("bad", fault);
  form.submit();
}

async function ask(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
    if (answer.ok) return "";
    const { error, hint } = await answer.json();
    const [, why] = error.split("robot: not now: ");
    return why ? `not now: ${why}` : `${error} – ${hint}`;
  } catch (fault) {
    return `crownhead does not answer (${fault.name}); the emergency stop on the robot always works`;
  }
}
