// The stream of states. A broken one comes back by itself; only when that takes a while is anybody told.
const patience = 2000; // ms
const again = 1500; // ms

export function listen(address, handlers, online) {
  let timer = 0;
  const up = () => {
    clearTimeout(timer);
    timer = 0;
    online(true);
  };
  const down = () => {
    timer ||= setTimeout(() => online(false), patience);
  };
  const open = () => {
    const source = new EventSource(address);
    source.onopen = up;
    source.onerror = () => {
      down();
      if (source.readyState === EventSource.CLOSED) setTimeout(open, again);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
    addEventListener("pagehide", () => source.close(), { once: true });
  };
  open();
}
