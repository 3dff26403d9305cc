// The table of parts, what the robot is doing, and what is wrong with the configuration.
import { ago, clock } from "./op-time.js";
import { t } from "./op-words.js";

const find = (selector) => document.querySelector(selector);

export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function showParts(view) {
  for (const part of view.parts) {
    const row = find(`[data-part=${part.id}]`);
    row.dataset.state = part.state;
    setText(row.querySelector(".words"), part.words);
    setText(row.querySelector(".more"), part.more);
    setText(row.querySelector(".hint"), part.cure);
    const since = row.querySelector(".since");
    setText(since, ago(part.since, view.now));
    since.title = t("its last change: {time}", { time: clock(part.since) });
  }
  document.body.dataset.worst = view.worst;
  find("#now").dataset.state = view.parts.find((part) => part.id === "game").state;
  setText(find("#now-words"), view.words);
  setText(find("#now-say"), view.say);
  find("#release").hidden = !view.stopped;
}

export function showFigures(arm) {
  const [base, upper, fore] = arm.joints;
  const figures = {
    x: arm.x.toFixed(1), y: arm.y.toFixed(1), z: arm.z.toFixed(1),
    base: `${base.toFixed(1)}°`, upper: `${upper.toFixed(1)}°`, fore: `${fore.toFixed(1)}°`,
    queue: String(arm.queue), pump: arm.pumping ? t("on") : t("off"), homed: arm.homed ? t("yes") : t("no"),
  };
  for (const [name, words] of Object.entries(figures)) setText(find(`[data-figure=${name}]`), words);
}

export function showConfig(remarks) {
  find("#faults").hidden = remarks.length === 0;
  const list = find("#config");
  const known = JSON.stringify(remarks);
  if (list.dataset.known === known) return;
  list.dataset.known = known;
  list.replaceChildren(...remarks.map((remark) => {
    const item = document.createElement("li");
    const place = document.createElement("code");
    place.textContent = (remark.line ? `${t("line {line}:{column}", remark)} ` : "") + remark.path;
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = remark.hint;
    item.append(place, ` ${remark.problem} `, hint);
    return item;
  }));
}
