package web

import (
	"fmt"
	"math"
	"strings"
	"time"

	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// A health is how a part of the robot is.
type health string

const (
	fine health = "ok"
	busy health = "busy" // at work, or as it should be for now
	poor health = "warn" // it goes on, but somebody should look
	ill  health = "bad"  // it doesn't go on without somebody
	away health = "off"
)

// A robotPart is a row of the operator's table: how one part is, in words that change only when it does, figures beside
// them, and what to do about it.
type robotPart struct {
	ID    string    `json:"id"`
	Name  string    `json:"name"`
	State health    `json:"state"`
	Words string    `json:"words"`
	More  string    `json:"more"`
	Hint  string    `json:"cure"`
	Since time.Time `json:"since"` // the last change of state or words
}

// robotParts is every part, in the order of the way through the robot.
func robotParts(s Status, v Snapshot) []robotPart {
	return []robotPart{
		linkPart(s.Link), sensorPart(s.Sensors, v), armPart(s.Arm, v), pumpPart(s), trayPart(s.Tray), driftPart(s.Drift),
		facePart(v), soundPart(s.Sound), diskPart(s.Disk), gamePart(s.Game, v), configPart(s.Config),
	}
}

func linkPart(l robot.LinkStatus) robotPart {
	p := robotPart{ID: "link", Name: "Link", State: ill, Words: l.State, Hint: l.Hint}
	if l.State == turn.LinkUp {
		p.State = fine
		if l.Hint != "" {
			p.State = poor
		}
	}
	if l.Port != "" {
		p.Words += " on " + l.Port
	}
	kind := "controller"
	if l.Virtual {
		kind = "virtual controller"
	}
	p.More = fmt.Sprintf("%s %s, boot %08x · %d frames, %d errors, %d sent again", kind, orDash(l.Firmware), l.Boot, l.Frames, l.Errors, l.Retransmits)
	return p
}

func sensorPart(sensors [32]robot.SensorStatus, v Snapshot) robotPart {
	p := robotPart{ID: "sensors", Name: "Sensors", State: fine, Words: "all 32 believed"}
	var faults, masked, differ []string
	flicker := 0
	for _, s := range sensors {
		flicker += s.Flicker
		switch {
		case s.Masked:
			masked = append(masked, s.Square)
		case s.Bit != s.Want:
			differ = append(differ, s.Square)
		}
		if s.Fault != "" {
			p.Hint = s.Hint
		}
		if s.Fault != "" && s.Fault != turn.ReasonOperator {
			faults = append(faults, s.Square+" "+s.Fault)
		}
	}
	if len(faults)+len(masked) > 0 {
		p.State = poor
		p.Words = list("faulty", faults) + sep(faults, masked) + list("masked", masked)
	}
	p.More = "read as the game has it"
	if len(differ) > 0 {
		p.More = list("read otherwise than the game has it", differ)
	}
	p.More += fmt.Sprintf(" · %d changes in the last minute", flicker)
	if v.Link != turn.LinkUp {
		p.State, p.Words, p.More, p.Hint = away, "not read: no link", "", ""
	}
	return p
}

func armPart(a robot.ArmStatus, v Snapshot) robotPart {
	p := robotPart{ID: "arm", Name: "Arm", State: fine, Words: "at rest", Hint: a.Hint}
	switch {
	case v.Link != turn.LinkUp:
		p.State, p.Words = away, "unknown: no link"
	case v.Stopped:
		p.State, p.Words = ill, "stopped, and latched"
	case !a.Homed:
		p.State, p.Words = poor, "not homed"
	case a.Service:
		p.State, p.Words = busy, "in service mode: obeys this page"
	case a.Moving:
		p.State, p.Words = busy, "moving"
	}
	if a.Carry != "" {
		p.Words += ", " + a.Carry
	}
	if a.Hint != "" && p.State != ill {
		p.State = poor
	}
	p.More = fmt.Sprintf("tip %.1f, %.1f, %.1f mm · queue %d", a.X, a.Y, a.Z, a.Queue)
	return p
}

func pumpPart(s Status) robotPart {
	p := robotPart{ID: "pump", Name: "Pump", State: fine, Words: "off", More: "supply not measured"}
	if s.Arm.Pumping {
		p.State, p.Words = busy, "on"
	}
	if s.Supply > 0 {
		p.More = fmt.Sprintf("supply %.1f V", float64(s.Supply)/1000)
	}
	return p
}

func trayPart(t robot.TrayStatus) robotPart {
	p := robotPart{
		ID: "tray", Name: "Tray", State: fine,
		Words: fmt.Sprintf("%d of %d captured, %d of %d spare kings", t.Trophies, t.Slots, t.Kings, t.KingSlots),
		More:  "as the program counts: nothing is felt there",
	}
	switch {
	case t.Slots > 0 && t.Trophies >= t.Slots:
		p.State, p.Hint = poor, "empty the tray of captured checkers"
	case t.KingSlots > 0 && t.Kings == 0:
		p.State, p.Hint = poor, "lay spare kings into their slots before the next game; until then visitors turn checkers over"
	}
	return p
}

// farOff is the drift, in mm, of which the robot's log warns, too.
const farOff = 1.0

func driftPart(d robot.DriftStatus) robotPart {
	p := robotPart{ID: "drift", Name: "Drift", State: fine, Words: "on the middle of the squares"}
	p.More = fmt.Sprintf("checkers are found %+.1f, %+.1f mm aside, over the last %s", d.X, d.Y, plural(d.Placements, "pick"))
	switch {
	case d.Placements == 0:
		p.State, p.Words, p.More = away, "not measured yet", "measured while checkers are picked up"
	case math.Hypot(d.X, d.Y) >= farOff:
		p.State, p.Words = poor, "drifts off the middle"
		p.Hint = "calibrate the corners anew, below or with crownhead calibrate corners"
	}
	return p
}

func facePart(v Snapshot) robotPart {
	p := robotPart{ID: "face", Name: "Face", State: fine, Words: "shows " + orDash(v.Emotion)}
	p.More = fmt.Sprintf("neck %.0f° aside, %.0f° down", v.Frame.NeckPan, v.Frame.NeckTilt)
	if v.Link != turn.LinkUp {
		p.State, p.Words = away, "dark: no link"
	}
	return p
}

func soundPart(s robot.SoundStatus) robotPart {
	p := robotPart{ID: "sound", Name: "Sound", State: fine, Words: s.State, Hint: s.Hint}
	switch s.State {
	case "":
		p.State, p.Words = away, "no voice"
		return p
	case "off", "muted", "quiet":
		p.State, p.Words = away, map[string]string{"off": "switched off", "muted": "muted", "quiet": "quiet hours"}[s.State]
	case "absent":
		p.State, p.Words = poor, "no sound device"
	}
	p.More = fmt.Sprintf("%s · volume %d %%", orDash(s.Pack), s.Volume)
	return p
}

func diskPart(d journal.DiskStatus) robotPart {
	p := robotPart{ID: "disk", Name: "Disk", State: fine, Words: orDash(d.State), Hint: d.Hint}
	switch d.State {
	case "low":
		p.State, p.Words = poor, "nearly full"
	case "fault":
		p.State, p.Words = ill, "can't be written"
	}
	p.More = d.Dir
	if d.FreeBytes >= 0 {
		p.More += fmt.Sprintf(" · %.1f GB free", float64(d.FreeBytes)/1e9)
	}
	if d.Journal != "" {
		p.More += " · " + d.Journal
	}
	return p
}

func gamePart(g robot.GameStatus, v Snapshot) robotPart {
	p := robotPart{ID: "game", Name: "Game", State: fine, Words: phaseWords(v)}
	switch {
	case v.Stopped:
		p.State = ill
	case v.Paused, v.Phase == turn.Service:
		p.State = busy
	case v.Phase == turn.Help || v.Phase == turn.Setup || v.Phase == turn.Hold || v.Phase == turn.Boot:
		p.State = poor
	}
	p.More = fmt.Sprintf("game %d · ply %d · level %s · visitor %s", v.Game, g.Plies, orDash(g.Level), orDash(g.Visitor))
	return p
}

func configPart(remarks []robot.ConfigRemark) robotPart {
	p := robotPart{ID: "config", Name: "Config", State: fine, Words: "no fault"}
	if len(remarks) > 0 {
		p.State, p.Words = poor, plural(len(remarks), "remark")
		p.More, p.Hint = remarks[0].Path+": "+remarks[0].Problem, remarks[0].Hint
	}
	return p
}

// phases are the phases in the operator's words.
var phases = map[turn.Phase]string{
	turn.Boot: "getting ready", turn.Setup: "the board is being set up", turn.Visitor: "the visitor's move",
	turn.Thinking: "the robot thinks", turn.Moving: "the robot moves", turn.Help: "the visitor is asked to help",
	turn.Hold: "held: the board changed under the arm", turn.Over: "the game is over", turn.Stopped: "emergency stop",
	turn.Service: "service mode: the arm is the operator's", turn.Paused: "paused",
}

func phaseWords(v Snapshot) string {
	words, known := phases[v.Phase]
	if !known {
		words = orDash(string(v.Phase))
	}
	switch {
	case v.Stopped:
		return phases[turn.Stopped]
	case v.Paused && v.Phase != turn.Paused:
		return words + ", then paused"
	}
	return words
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// list names things, or is nothing when there are none.
func list(what string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return what + ": " + strings.Join(names, ", ")
}

func sep(a, b []string) string {
	if len(a) > 0 && len(b) > 0 {
		return "; "
	}
	return ""
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
