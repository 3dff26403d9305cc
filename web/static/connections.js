// A browser opens six connections to a server and no more. When the emergency stop finds none that
// gets through, all windows of the browser let go of theirs for a while.
export const freeFor = 2000; // ms

const channel = "BroadcastChannel" in self ? new BroadcastChannel("crownhead") : null;
const holders = new Set();
if (channel) channel.onmessage = letGo;

// onFree registers what lets go of connections that a part of this page holds. It returns what takes
// that back.
export function onFree(release) {
  holders.add(release);
  return () => holders.delete(release);
}

// freeConnections has all windows let go.
export function freeConnections() {
  channel?.postMessage("free");
  letGo();
}

function letGo() {
  for (const release of [...holders]) release();
}

// post sends JSON, for so long at most: a request that hangs holds a connection. One that is urgent
// isn't let go of for another.
export async function post(address, body, time, { urgent = false, headers = {}, keepalive = false } = {}) {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), time);
  const forget = urgent ? () => {} : onFree(() => end.abort());
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body: JSON.stringify(body),
      signal: end.signal,
      priority: urgent ? "high" : "auto",
      keepalive,
    });
  } finally {
    clearTimeout(timer);
    forget();
  }
}
