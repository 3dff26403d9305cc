// A stream of events that comes back whenever it has ended. What it hears goes on as a kind and its
// data: each event by its name, "lost" when the connection has ended, "refused" when the robot
// answers, but not with a stream.
const reopenAfter = 1500; // ms

export class Source {
  #source = null;
  #timer = 0;

  constructor(address, names, hear) {
    Object.assign(this, { address, names, hear });
  }

  // open begins anew, whatever there is.
  open() {
    this.close();
    const source = new EventSource(this.address);
    this.#source = source;
    source.onerror = () => {
      this.hear("lost");
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      this.hear("refused");
      if (this.#source === source) this.#timer = setTimeout(() => this.open(), reopenAfter);
    };
    for (const name of this.names) source.addEventListener(name, ({ data }) => this.hear(name, data));
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
