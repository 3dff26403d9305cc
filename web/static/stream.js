// The stream of states, and whether it lives. The server sends something at least every two seconds.
// A stream that says nothing for longer is dead, whatever the browser thinks of its connection: behind
// a proxy it may stay open for ever. The page says so, and asks anew.
//
// A browser opens six connections to a server, and each stream holds one. A hidden page lets go of its
// stream, so that the emergency stop always finds a free one.
const staleAfter = 5000; // ms without a word from the server
const brokenAfter = 2000; // ms since the browser has lost the connection
const reopenAfter = 1500; // ms between two attempts
const checkEvery = 500; // ms

// openStream gives each event to its handler. showOnline is told when the page is no longer fed, and when it is again;
// refused, that the server is there and gives no stream.
export function openStream(address, handlers, showOnline, refused = () => {}) {
  let source = null;
  let [heard, tried, broken] = [Date.now(), 0, 0];
  let online = true;

  const show = (now) => {
    if (now !== online) showOnline(now);
    online = now;
  };
  const hear = () => {
    heard = Date.now();
    broken = 0;
    show(true);
  };
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    tried = Date.now();
    source = new EventSource(address);
    const mine = source;
    source.onerror = () => {
      broken ||= Date.now();
      if (mine.readyState === EventSource.CLOSED) refused();
    };
    source.addEventListener("pulse", hear);
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        hear();
        handle(JSON.parse(event.data));
      });
    }
  };
  // The clock is the wall's: it goes on while the computer sleeps.
  const check = () => {
    if (document.hidden) return;
    const now = Date.now();
    if (now - heard > staleAfter || (broken && now - broken > brokenAfter)) show(false);
    const closed = !source || source.readyState === EventSource.CLOSED;
    if ((closed && now - tried > reopenAfter) || now - Math.max(heard, tried) > staleAfter) open();
  };

  addEventListener("visibilitychange", () => {
    if (document.hidden) return close();
    open();
    check();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && (open(), check())); // from the back-forward cache
  addEventListener("online", open);
  setInterval(check, checkEvery);
  open();
}
