// The operator's page, kept alive: states come in by the stream, each part of the page shows what concerns it.
import { showActs, wireActs } from "./op-acts.js";
import { Arm } from "./op-arm.js";
import { showCalib } from "./op-calib.js";
import { wireJog } from "./op-jog.js";
import { Log } from "./op-log.js";
import { showConfig, showFigures, showParts } from "./op-parts.js";
import { Position } from "./op-position.js";
import { Sensors } from "./op-sensors.js";
import { Volume } from "./op-volume.js";
import { listen } from "./stream.js";

const find = (selector) => document.querySelector(selector);
if (location.hash.length > 20) history.replaceState(null, "", location.pathname); // a token that was not needed

const desk = find("#desk");
const arm = new Arm(find("#above"), find("#beside"), JSON.parse(desk.dataset.bench));
const sensors = new Sensors(find("#field"), find("#sensor-line"));
const log = new Log(find("#entries"), find("#strip"), { level: find("#level"), component: find("#component"), hold: find("#hold") });
const position = new Position(find("#editor"));
const volume = new Volume(find("#volume"), find("#volume-out"));
wireActs(document);
wireJog(find("#jog"));

function showStatus(view) {
  showParts(view);
  showFigures(view.arm);
  showConfig(view.config);
  showCalib(view.calib);
  showActs(document, view);
  sensors.show(view);
  arm.show(view);
  volume.show(view.sound);
  position.game = view.fen;
  log.tick(view.now);
}

// Without the daemon nothing on the page is true. When the stream is refused, somebody has logged out: the form is next.
let away = 0;
function showLink(online) {
  find("#offline").hidden = online;
  desk.classList.toggle("offline", !online);
  away = online ? 0 : away + 1;
  if (away === 1) askAgain();
}

async function askAgain() {
  const answer = await fetch("/operator", { method: "GET" }).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes('id="desk"')) location.reload();
}

listen("/api/operator/events", { bench: (bench) => arm.lay(bench), status: showStatus, log: (event) => log.add(event) }, showLink);
