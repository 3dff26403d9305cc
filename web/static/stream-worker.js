// All windows of one browser listen to the robot through this worker: it holds one stream for each
// address, for a browser opens only six connections to a server, and the emergency stop needs one.
import { Source } from "./source.js";

const mostStreams = 4; // of six connections
const patience = 3000; // ms in which a stream that was just opened is not opened again
const goneAfter = 20000; // ms without a sign of life; a window that crashes says no goodbye

const streams = new Map(); // by address, in the order in which they were asked for

class Stream {
  constructor(address, names) {
    this.ports = new Map(); // to when each gave its last sign of life
    this.opened = -Infinity;
    this.source = new Source(address, names, (kind, data) => this.tell(kind, data));
  }

  // open begins the stream anew, so that all windows hear the present state first. One that has not
  // begun to speak yet will tell it anyway.
  open() {
    if (performance.now() - this.opened < patience) return;
    this.opened = performance.now();
    this.source.open();
  }

  tell(kind, data) {
    if (data) this.opened = -Infinity; // it speaks
    for (const [port, seen] of this.ports) {
      if (performance.now() - seen > goneAfter) leave(port);
      else port.postMessage([kind, data]);
    }
  }
}

function join(port, { address, names }) {
  if (!streams.has(address)) streams.set(address, new Stream(address, names));
  streams.get(address).ports.set(port, performance.now());
  port.postMessage(["taken"]);
  openFirst(address);
}

function leave(port) {
  for (const [address, { ports, source }] of streams) {
    if (!ports.delete(port) || ports.size > 0) continue;
    source.close();
    streams.delete(address);
  }
}

// openFirst opens a stream where there is a connection for it. Who gets none asks again.
function openFirst(address) {
  if ([...streams.keys()].indexOf(address) < mostStreams) streams.get(address).open();
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.leave) return leave(port);
    if (data.join) return join(port, data.join);
    for (const { ports } of streams.values()) if (ports.has(port)) ports.set(port, performance.now());
  };
};
