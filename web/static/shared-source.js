// A stream that this window shares with all others of its browser, by way of a worker. Where there
// is no such worker, or it doesn't answer, the window has a stream of its own.
import { Source } from "./source.js";

const answerTime = 2000; // ms for the worker to say that it has heard

export class SharedSource {
  #open = false;
  #timer = 0;
  #port = null;
  #own = null;

  constructor(address, names, hear) {
    Object.assign(this, { address, names, hear });
    try {
      const worker = new SharedWorker("/static/stream-worker.js", { type: "module" });
      worker.onerror = () => this.#goAlone();
      this.#port = worker.port;
      this.#port.onmessage = ({ data: [kind, data] }) => {
        if (kind === "taken") clearTimeout(this.#timer);
        else if (this.#open) hear(kind, data);
      };
    } catch {
      this.#goAlone();
    }
  }

  open() {
    this.#open = true;
    if (this.#own) return this.#own.open();
    this.#port.postMessage({ join: { address: this.address, names: this.names } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goAlone(), answerTime);
  }

  close() {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#own?.close();
    this.#port?.postMessage({ leave: true });
  }

  // signalLife tells the worker that this window is still there.
  signalLife() {
    this.#port?.postMessage({});
  }

  #goAlone() {
    if (this.#own) return;
    clearTimeout(this.#timer);
    this.#port?.postMessage({ leave: true });
    this.#port = null;
    this.#own = new Source(this.address, this.names, this.hear);
    if (this.#open) this.#own.open();
  }
}
