// The operator's commands, and one line of the page that says how they were answered.
import { post } from "./connections.js";
import { emergencyStop } from "./emergency-stop.js";
import { language, t } from "./op-words.js";

const answerTime = 8000; // ms for an answer

// commandWords are the commands in the operator's words.
const commandWords = {
  clear: t("clear"),
  pause: t("pause"),
  resume: t("resume"),
  abort: t("abort"),
  next_visitor: t("next visitor"),
  set_position: t("set position"),
  mask: t("mask"),
  unmask: t("unmask"),
  service_on: t("service on"),
  service_off: t("service off"),
  home: t("home"),
  jog: t("jog"),
  goto: t("goto"),
  pump: t("pump"),
  volume: t("volume"),
  calib_start: t("calib start"),
  calib_take: t("calib take"),
  calib_fit: t("calib fit"),
  calib_write: t("calib write"),
  calib_cancel: t("calib cancel"),
};

const line = document.querySelector("#answer");

function showAnswer(state, text) {
  line.dataset.state = state;
  line.textContent = `${new Date().toLocaleTimeString("en-GB")} · ${text}`;
}

// sendCommand asks for a command and shows what became of it; it resolves to "" or to what was
// wrong.
export async function sendCommand(name, args = {}) {
  const words = [commandWords[name] ?? name, ...Object.values(args)].join(" ");
  showAnswer("busy", `${words} …`);
  const fault = await postJSON("/api/command", { name, args });
  const { why } = fault;
  const said = why ? t("{command}, not now: {why}", { command: words, why }) : fault.words;
  showAnswer(said ? "bad" : "ok", said || t("{command}: taken", { command: words }));
  return why || fault.words;
}

// stopRobot presses the emergency stop, and says within a second whether that was heard.
export function stopRobot() {
  showAnswer("busy", t("emergency stop …"));
  emergencyStop((heard) => {
    if (heard) return showAnswer("ok", t("emergency stop: taken"));
    showAnswer("bad", t("The emergency stop was NOT heard! Press the red switch on the robot, or cut its power. This page goes on asking."));
  });
}

// readPosition has the robot read a FEN; it resolves to the position, or to its fault.
export async function readPosition(fen) {
  try {
    const answer = await fetch(`/api/operator/position?fen=${encodeURIComponent(fen)}`, {
      headers: { Accept: "application/json", "Accept-Language": language },
      signal: AbortSignal.timeout(answerTime),
    });
    const body = await answer.json();
    return answer.ok ? body : { fault: body.error };
  } catch (fault) {
    return { fault: t("crownhead does not answer ({fault})", { fault: fault.name }) };
  }
}

async function postJSON(address, body) {
  try {
    const answer = await post(address, body, answerTime, { headers: { "Accept-Language": language } });
    if (answer.ok) return { words: "" };
    const { error, hint, why } = await answer.json();
    return why ? { words: t("not now: {why}", { why }), why } : { words: `${error} – ${hint}` };
  } catch (fault) {
    return { words: t("crownhead does not answer ({fault}); the emergency stop on the robot always works", { fault: fault.name }) };
  }
}
