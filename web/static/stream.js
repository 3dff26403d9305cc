// The stream of states. A broken one comes back by itself; the page says so only when that takes a
// while.
const offlineAfter = 2000; // ms
const reopenAfter = 1500; // ms

export function openStream(address, handlers, showOnline) {
  let timer = 0;
  const up = () => {
    clearTimeout(timer);
    timer = 0;
    showOnline(true);
  };
  const down = () => {
    timer ||= setTimeout(() => showOnline(false), offlineAfter);
  };
  const open = () => {
    const source = new EventSource(address);
    source.onopen = up;
    source.onerror = () => {
      down();
      if (source.readyState === EventSource.CLOSED) setTimeout(open, reopenAfter);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
    addEventListener("pagehide", () => source.close(), { once: true });
  };
  open();
}
