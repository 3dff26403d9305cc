// What a visitor does is sent to the robot. A refusal is not an error of the page: the robot says
// what to do next.
import { post } from "./connections.js";

const answerTime = 4000; // ms

async function postJSON(address, body) {
  try {
    const answer = await post(address, body, answerTime, { keepalive: true }); // also when the page is left for another language
    return answer.ok;
  } catch {
    return false; // the stream notices that the robot is away
  }
}

export const sendWorldOp = (op) => postJSON("/api/world", op);
export const sendCommand = (name, args) => postJSON("/api/command", { name, args });
