// What a visitor does is sent to the robot. A refusal is not an error of the page: the robot says
// what to do next.
const answerTime = 4000; // ms

async function postJSON(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      keepalive: true, // also when the page is left for another language
      signal: AbortSignal.timeout(answerTime), // one that hangs must not hold a connection that the stop needs
    });
    return answer.ok;
  } catch {
    return false; // the stream notices that the robot is away
  }
}

export const sendWorldOp = (op) => postJSON("/api/world", op);
export const sendCommand = (name, args) => postJSON("/api/command", { name, args });
