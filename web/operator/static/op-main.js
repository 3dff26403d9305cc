// The operator's page, kept alive: states come in by the stream, each part of the page shows what
// concerns it.
import { showButtons, wireButtons } from "./op-buttons.js";
import { Arm } from "./op-arm.js";
import { showCalibration } from "./op-calib.js";
import { wireJog } from "./op-jog.js";
import { Log } from "./op-log.js";
import { showConfig, showFigures, showParts } from "./op-parts.js";
import { Position } from "./op-position.js";
import { Sensors } from "./op-sensors.js";
import { Volume } from "./op-volume.js";
import { openStream } from "./stream.js";

const find = (selector) => document.querySelector(selector);
if (location.hash.length > 20) history.replaceState(null, "", location.pathname); // a token that was not needed

const page = find("#console");
const arm = new Arm(find("#above"), find("#beside"), JSON.parse(page.dataset.layout));
const sensors = new Sensors(find("#field"), find("#sensor-line"));
const filters = { level: find("#level"), component: find("#component"), hold: find("#hold") };
const log = new Log(find("#entries"), find("#strip"), filters);
const position = new Position(find("#editor"), find("#position").dataset.start);
const volume = new Volume(find("#volume"), find("#volume-out"));
wireButtons(document);
wireJog(find("#jog"));

function showStatus(view) {
  showParts(view);
  showFigures(view.arm);
  showConfig(view.config);
  showCalibration(view.calib);
  showButtons(document, view);
  sensors.show(view);
  arm.show(view);
  volume.show(view.sound);
  position.game = view.fen;
  log.tick(view.now);
}

// Without the daemon nothing on the page is true.
function showLink(online) {
  find("#offline").hidden = online;
  page.classList.toggle("offline", !online);
}

// When the stream is refused, somebody has logged out, or the daemon is another one: the page then becomes the form.
async function checkLogin() {
  const answer = await fetch("/operator", { method: "GET" }).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes('id="console"')) location.reload();
}

const handlers = { bench: (layout) => arm.setLayout(layout), status: showStatus, log: (event) => log.add(event) };
openStream("/api/operator/events", handlers, showLink, checkLogin);
