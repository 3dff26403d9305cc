// The stream of states, and whether it lives. The server sends something at least every two seconds.
// A stream that says nothing for longer is dead, whatever the browser thinks of its connection: behind
// a proxy it may stay open for ever. The page says so, and asks anew, also after the machine has slept,
// and when it comes out of the browser's cache of pages. A page that nobody sees lets go of its stream.
import { freeFor, onFree } from "./connections.js";
import { SharedSource } from "./shared-source.js";

const staleAfter = 5000; // ms without a word from the server
const brokenAfter = 2000; // ms since the browser has lost the connection
const wakeTime = 1000; // ms for the first word to a page that is seen again
const reopenAfter = 3500; // ms between two attempts
const checkEvery = 500; // ms

// A moment is read from both clocks: one may stand still while the machine sleeps, the other may be set back.
const momentAgo = (ms) => ({ steady: performance.now() - ms, wall: Date.now() - ms });
const since = ({ steady, wall }) => Math.max(performance.now() - steady, Date.now() - wall);

// openStream hands each event to its handler. refused is called when the server answers, but with no stream.
export function openStream(address, handlers, showOnline, refused = () => {}) {
  let [heard, tried, checked] = [momentAgo(0), momentAgo(0), momentAgo(0)];
  let broken = null;
  let online = true;
  let holding = false;
  const source = new SharedSource(address, [...Object.keys(handlers), "pulse"], hear);

  function hear(kind, data) {
    if (kind === "refused") return refused();
    if (kind === "lost") return void (broken ??= momentAgo(0));
    heard = momentAgo(0);
    broken = null;
    show(true);
    handlers[kind]?.(JSON.parse(data));
  }
  function show(now) {
    if (now !== online) showOnline(now);
    online = now;
  }
  function open() {
    tried = momentAgo(0);
    holding = true;
    source.open();
  }
  function close() {
    holding = false;
    source.close();
  }
  // wake opens the stream of a page that is seen again. What it shows is old until it hears more.
  function wake() {
    if (holding || document.hidden) return;
    heard = momentAgo(staleAfter - wakeTime);
    broken = null;
    open();
  }
  function check() {
    const slept = since(checked) > staleAfter;
    checked = momentAgo(0);
    if (!holding) return;
    source.signalLife();
    const stale = since(heard) > staleAfter;
    if (slept || stale || (broken && since(broken) > brokenAfter)) show(false);
    if (slept || (stale && since(tried) > reopenAfter)) open();
  }

  addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", wake); // also from the back-forward cache
  addEventListener("online", () => holding && open());
  onFree(() => {
    if (!holding) return;
    close();
    setTimeout(() => holding || document.hidden || open(), freeFor);
  });
  setInterval(check, checkEvery);
  if (!document.hidden) open();
}
