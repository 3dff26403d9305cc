// What happened: the log, newest line first, and the last minutes as a strip with a lane for each
// part.
import { clock } from "./op-time.js";
import { t } from "./op-words.js";
import { make } from "./svg.js";

const keptEntries = 400;
const stripSeconds = 300;
const laneHeight = 15; // px
const margin = 62; // px for the lanes' names
const marks = { info: "M-1.6 -4h3.2v8h-3.2z", warn: "M0 -5L5 4H-5z", error: "M-4.4 -4.4h8.8v8.8h-8.8z" };

export class Log {
  constructor(list, strip, filters) {
    Object.assign(this, { list, strip, filters, entries: [], now: "" });
    for (const filter of Object.values(filters)) filter.addEventListener("change", () => this.fillList());
  }

  add({ all, entries }) {
    this.entries = [...(all ? [] : this.entries), ...entries].slice(-keptEntries);
    this.offerComponents(entries);
    this.tick(this.now);
    if (all) return this.fillList();
    if (this.filters.hold.checked) return;
    this.list.prepend(...entries.filter((entry) => this.isWanted(entry)).map(entryRow).reverse());
    while (this.list.childElementCount > keptEntries) this.list.lastElementChild.remove();
  }

  // offerComponents adds the parts that have an entry to those that can be chosen.
  offerComponents(entries) {
    const { component } = this.filters;
    const known = new Set([...component.options].map(({ value }) => value));
    for (const name of new Set(entries.map((entry) => entry.component))) {
      if (!known.has(name)) component.append(new Option(name, name));
    }
  }

  isWanted({ level, component }) {
    const { level: least, component: only } = this.filters;
    const rank = ["info", "warn", "error"];
    return (!only.value || component === only.value) && rank.indexOf(level) >= Math.max(0, rank.indexOf(least.value));
  }

  fillList() {
    if (this.filters.hold.checked && this.list.childElementCount) return;
    this.list.replaceChildren(...this.entries.filter((entry) => this.isWanted(entry)).map(entryRow).reverse());
  }

  // tick draws the strip anew: its right end is now.
  tick(now) {
    this.now = now;
    const width = this.strip.clientWidth;
    const recent = this.entries.filter(({ at }) => new Date(now) - new Date(at) < stripSeconds * 1000);
    const lanes = [...new Set(recent.map((entry) => entry.component))].sort();
    const height = Math.max(2, lanes.length) * laneHeight + 18;
    this.strip.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.strip.setAttribute("height", height);
    const x = (at) => width - 6 - ((new Date(now) - new Date(at)) / 1000 / stripSeconds) * (width - margin - 6);
    const y = (name) => lanes.indexOf(name) * laneHeight + laneHeight / 2 + 2;
    const ground = lanes.flatMap((name) => [
      make("line", { class: "lane", x1: margin, x2: width, y1: y(name), y2: y(name) }),
      make("text", { class: "lane-name", x: margin - 6, y: y(name) + 4 }, name),
    ]);
    const minutes = [0, 1, 2, 3, 4, 5].map((n) => {
      const place = { x: width - 6 - (n / 5) * (width - margin - 6), y: height - 3 };
      return make("text", { class: n ? "minute" : "minute now", ...place }, n ? t("−{n} min", { n }) : t("now"));
    });
    this.strip.replaceChildren(...ground, ...minutes, ...recent.map((entry) =>
      make("path", { class: `event ${entry.level}`, d: marks[entry.level] ?? marks.info,
        transform: `translate(${x(entry.at)} ${y(entry.component)})` },
        make("title", {}, `${clock(entry.at)} ${entry.text}`))));
  }
}

function entryRow({ at, level, component, text, fields }) {
  const item = document.createElement("li");
  item.dataset.level = level;
  const words = spanOf("text", text);
  for (const [name, value] of Object.entries(fields ?? {})) {
    const bold = document.createElement("b");
    bold.textContent = value;
    const field = spanOf("field", `${name} `);
    field.append(bold);
    words.append(" ", field);
  }
  const time = document.createElement("time");
  time.textContent = clock(at);
  item.append(time, " ", spanOf("component", component), " ", words);
  return item;
}

function spanOf(kind, words) {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = words;
  return element;
}
