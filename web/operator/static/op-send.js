// The operator's commands, and one line of the page that says how they were answered.
const answerTime = 8000; // ms for an answer

const line = document.querySelector("#answer");

function showAnswer(state, text) {
  line.dataset.state = state;
  line.textContent = `${new Date().toLocaleTimeString("en-GB")} · ${text}`;
}

// sendCommand asks for a command and shows what became of it; it resolves to "" or to what was
// wrong.
export async function sendCommand(name, args = {}) {
  const words = [name.replaceAll("_", " "), ...Object.values(args)].join(" ");
  showAnswer("busy", `${words} …`);
  const fault = await postJSON("/api/command", { name, args });
  showAnswer(fault ? "bad" : "ok", fault.startsWith("not now") ? `${words}, ${fault}` : fault || `${words}: taken`);
  return fault;
}

// emergencyStop asks until it is heard; should no script get through, the plain form still does.
export async function emergencyStop(form) {
  let fault = "";
  for (let i = 0; i < 3; i++) {
    fault = await postJSON("/api/stop", {});
    if (!fault) return showAnswer("ok", "emergency stop: taken");
  }
  showAnswer("bad", fault);
  form.submit();
}

// readPosition has the robot read a FEN; it resolves to the position, or to its fault.
export async function readPosition(fen) {
  try {
    const answer = await fetch(`/api/operator/position?fen=${encodeURIComponent(fen)}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(answerTime),
    });
    const body = await answer.json();
    return answer.ok ? body : { fault: body.error };
  } catch (fault) {
    return { fault: `crownhead does not answer (${fault.name})` };
  }
}

async function postJSON(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerTime),
    });
    if (answer.ok) return "";
    const { error, hint } = await answer.json();
    const [, why] = error.split("robot: not now: ");
    return why ? `not now: ${why}` : `${error} – ${hint}`;
  } catch (fault) {
    return `crownhead does not answer (${fault.name}); the emergency stop on the robot always works`;
  }
}
