// The emergency stop says within a second whether it was heard. While it was not, it goes on asking, and
// says what else stops the robot.
import { freeConnections, post } from "./connections.js";

const answerTime = 800; // ms; an answer that takes longer is none yet
const hurryAfter = 300; // ms until the first request isn't relied on any longer
const retryAfter = 500; // ms
const requestTime = 1400; // ms for one request: one that hangs doesn't hold up the next

let asking = 0; // counts the presses: a later one takes over

// emergencyStop asks until it is heard. show is given true once it is, and false while it is not.
export async function emergencyStop(show) {
  const mine = ++asking;
  let heard = false;
  const verdict = setTimeout(() => mine === asking && show(false), answerTime);
  const ask = async () => {
    if (!(await askOnce()) || heard) return;
    heard = true;
    clearTimeout(verdict);
    if (mine === asking) show(true);
  };
  for (let tries = 0; mine === asking && !heard; tries++) {
    if (tries % 5 === 1) freeConnections();
    ask();
    await new Promise((resolve) => setTimeout(resolve, tries === 0 ? hurryAfter : retryAfter));
  }
}

async function askOnce() {
  try {
    return (await post("/api/stop", {}, requestTime, { urgent: true })).ok;
  } catch {
    return false;
  }
}
