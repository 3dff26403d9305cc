// The emergency stop says within a second whether it was heard. While it was not, it goes on asking, and
// says what else stops the robot.
const answerTime = 800; // ms for one answer
const retryAfter = 200; // ms

let asking = 0; // counts the presses: a later one takes over

// emergencyStop asks until it is heard. show is given true once it is, and false while it is not.
export async function emergencyStop(show) {
  const mine = ++asking;
  while (mine === asking) {
    const heard = await askOnce();
    if (mine !== asking) return;
    show(heard);
    if (heard) return;
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
  }
}

async function askOnce() {
  try {
    const answer = await fetch("/api/stop", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(answerTime),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
