// What a visitor does, sent to the robot. A refusal is not an error of the page: the robot says what to do next.
export async function post(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      keepalive: true, // also when the page is left for another language
    });
    return answer.ok;
  } catch {
    return false; // the stream tells that the robot is away
  }
}

export const act = (op) => post("/api/world", op);
export const command = (name, args) => post("/api/command", { name, args });
