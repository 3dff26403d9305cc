package operator

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/web/operator/words"
)

// health is how a part of the robot is.
type health string

const (
	healthy  health = "ok"
	busy     health = "busy" // at work, or as it should be for now
	degraded health = "warn" // it goes on, but somebody should look
	failed   health = "bad"  // it doesn't go on without help
	absent   health = "off"
)

// A partStatus is a row of the page's table: how one part is, in words that change only when it
// does, figures beside them, and what to do about it. It is described in English, and translated
// for each page (translate.go).
type partStatus struct {
	ID    string    `json:"id"`
	Name  string    `json:"name"`
	State health    `json:"state"`
	Words string    `json:"words"`
	More  string    `json:"more"`
	Hint  string    `json:"cure"`
	Since time.Time `json:"since"` // the last change of state or words
}

// describeParts is every part, in the order of the way through the robot.
func describeParts(s robot.Status, v robot.Snapshot) []partStatus {
	return []partStatus{
		describeLink(s.Link), describeSensors(s.Sensors, v), describeArm(s.Arm, v), describePump(s), describeTray(s.Tray),
		describeDrift(s.Drift), describeFace(v), describeSound(s.Sound), describeDisk(s.Disk), describeGame(s.Game, v),
		describeConfig(s.Config),
	}
}

// worstHealth is failed or degraded if any part is.
func worstHealth(parts []partStatus) health {
	rank := map[health]int{failed: 2, degraded: 1}
	worst := healthy
	for _, p := range parts {
		if rank[p.State] > rank[worst] {
			worst = p.State
		}
	}
	return worst
}

// changeTimes remembers since when each part is as it is.
type changeTimes struct {
	mu   sync.Mutex
	last map[string]partStatus
}

// fillSince fills in since when each part is as it is. Figures that change are no change.
func (c *changeTimes) fillSince(parts []partStatus, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		c.last = map[string]partStatus{}
	}
	for i, p := range parts {
		before, known := c.last[p.ID]
		if known && before.State == p.State && before.Words == p.Words {
			// As long ago as it was, also when the clock has been set meanwhile: that counts by the monotonic clock.
			parts[i].Since = now.Add(-max(now.Sub(before.Since), 0))
			continue
		}
		parts[i].Since = now
		c.last[p.ID] = parts[i]
	}
}

func describeLink(l robot.LinkStatus) partStatus {
	p := partStatus{ID: "link", Name: "Link", State: failed, Words: wordsOfLink[l.State], Hint: l.Remedy}
	if l.State == turn.LinkUp {
		p.State = healthy
		if l.Remedy != "" {
			p.State = degraded
		}
	}
	if l.Port != "" {
		p.Words += " on " + l.Port
	}
	format := "controller %s, boot %08x"
	if l.Virtual {
		format = "virtual controller %s, boot %08x"
	}
	p.More = fmt.Sprintf(format, orDash(l.Firmware), l.Boot) + " · " + words.Fill(say.English,
		"{frames} {frames:frame|frames}, {errors} {errors:error|errors}, {again} sent again",
		"frames", l.Frames, "errors", l.Errors, "again", l.Retransmits)
	return p
}

// wordsOfLink are the link's states in the operator's words.
var wordsOfLink = map[turn.LinkReport]string{
	turn.LinkUp: "connected", turn.LinkDown: "not connected", turn.LinkRefused: "controller refused",
}

func describeSensors(sensors [32]robot.SensorStatus, v robot.Snapshot) partStatus {
	p := partStatus{ID: "sensors", Name: "Sensors", State: healthy, Words: "all 32 in use"}
	if v.Link != turn.LinkUp {
		p.State, p.Words = absent, "not read: no link"
		return p
	}
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
			p.Hint = s.Remedy
		}
		if s.Fault != "" && s.Fault != turn.ReasonOperator {
			faults = append(faults, s.Square+" "+string(s.Fault))
		}
	}
	var problems []string
	if len(faults) > 0 {
		problems = append(problems, "faulty: "+strings.Join(faults, ", "))
	}
	if len(masked) > 0 {
		problems = append(problems, "masked: "+strings.Join(masked, ", "))
	}
	if len(problems) > 0 {
		p.State, p.Words = degraded, strings.Join(problems, "; ")
	}
	p.More = "read as the game has it"
	if len(differ) > 0 {
		p.More = "read otherwise than the game has it: " + strings.Join(differ, ", ")
	}
	p.More += " · " + words.Fill(say.English, "{n} {n:change|changes} in the last minute", "n", flicker)
	return p
}

func describeArm(a robot.ArmStatus, v robot.Snapshot) partStatus {
	p := partStatus{ID: "arm", Name: "Arm", State: healthy, Words: "at rest", Hint: a.Remedy}
	switch {
	case v.Link != turn.LinkUp:
		p.State, p.Words = absent, "unknown: no link"
	case v.Stopped:
		p.State, p.Words = failed, "stopped, and latched"
	case !a.Homed:
		p.State, p.Words = degraded, "not homed"
	case a.Service:
		p.State, p.Words = busy, "in service mode: obeys this page"
	case a.Moving:
		p.State, p.Words = busy, "moving"
	}
	if a.Carry != "" {
		p.Words += ", " + a.Carry
	}
	if a.Remedy != "" && p.State != failed {
		p.State = degraded
	}
	p.More = fmt.Sprintf("tip %.1f, %.1f, %.1f mm · queue %d", a.X, a.Y, a.Z, a.Queue)
	return p
}

func describePump(s robot.Status) partStatus {
	p := partStatus{ID: "pump", Name: "Pump", State: healthy, Words: "off", More: "supply not measured"}
	if s.Arm.Pumping {
		p.State, p.Words = busy, "on"
	}
	if s.Arm.ReleaseRemedy != "" {
		p.State, p.Hint = degraded, s.Arm.ReleaseRemedy
		p.Words += fmt.Sprintf(", lets go late: the arm waits %.1f s", float64(s.Arm.ReleaseMs)/1000)
	}
	if s.Supply > 0 {
		p.More = fmt.Sprintf("supply %.1f V", float64(s.Supply)/1000)
	}
	return p
}

func describeTray(t robot.TrayStatus) partStatus {
	p := partStatus{
		ID: "tray", Name: "Tray", State: healthy,
		Words: fmt.Sprintf("%d of %d captured, %d of %d spare kings", t.Trophies, t.Slots, t.Kings, t.KingSlots),
		More:  "counted by the program: the tray has no sensors",
	}
	switch {
	case t.Slots > 0 && t.Trophies >= t.Slots:
		p.State, p.Hint = degraded, "empty the tray of captured checkers"
	case t.KingSlots > 0 && t.Kings == 0:
		p.State = degraded
		p.Hint = "put spare kings into their slots before the next game; until then visitors turn checkers over"
	}
	return p
}

// driftLimit is the drift, in mm, from which the robot's log warns, too.
const driftLimit = 1.0

func describeDrift(d robot.DriftStatus) partStatus {
	p := partStatus{ID: "drift", Name: "Drift", State: healthy, Words: "on the middle of the squares"}
	p.More = fmt.Sprintf("checkers are found %+.1f, %+.1f mm aside, ", d.X, d.Y) +
		words.Fill(say.English, "over the last {n} {n:pick|picks}", "n", d.Placements)
	switch {
	case d.Placements == 0:
		p.State, p.Words, p.More = absent, "not measured yet", "measured while checkers are picked up"
	case math.Hypot(d.X, d.Y) >= driftLimit:
		p.State, p.Words = degraded, "drifts off the middle"
		p.Hint = "calibrate the corners anew, below or with crownhead calibrate corners"
	}
	return p
}

func describeFace(v robot.Snapshot) partStatus {
	p := partStatus{ID: "face", Name: "Face", State: healthy, Words: "shows " + orDash(v.Emotion)}
	p.More = fmt.Sprintf("neck %.0f° aside, %.0f° down", v.Frame.NeckPan, v.Frame.NeckTilt)
	if v.Link != turn.LinkUp {
		p.State, p.Words = absent, "dark: no link"
	}
	return p
}

func describeSound(s robot.SoundStatus) partStatus {
	p := partStatus{ID: "sound", Name: "Sound", State: healthy, Words: s.State, Hint: s.Remedy}
	p.More = fmt.Sprintf("%s · volume %d %%", orDash(s.Pack), s.Volume)
	switch s.State {
	case "":
		p.State, p.Words, p.More = absent, "no voice", ""
	case "off":
		p.State, p.Words = absent, "switched off"
	case "muted":
		p.State = absent
	case "quiet":
		p.State, p.Words = absent, "quiet hours"
	case "absent":
		p.State, p.Words = degraded, "no sound device"
	}
	return p
}

func describeDisk(d journal.DiskStatus) partStatus {
	p := partStatus{ID: "disk", Name: "Disk", State: healthy, Words: orDash(d.State), Hint: d.Remedy}
	switch d.State {
	case "low":
		p.State, p.Words = degraded, "nearly full"
	case "fault":
		p.State, p.Words = failed, "can't be written"
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

func describeGame(g robot.GameStatus, v robot.Snapshot) partStatus {
	p := partStatus{ID: "game", Name: "Game", State: healthy, Words: phaseWords(v)}
	switch {
	case v.Stopped:
		p.State = failed
	case v.Paused, v.Phase == turn.Service:
		p.State = busy
	case v.Phase == turn.Help || v.Phase == turn.Setup || v.Phase == turn.Hold || v.Phase == turn.NotReady:
		p.State = degraded
	}
	p.More = fmt.Sprintf("game %d · ply %d · level %s · visitor %s",
		v.Game, g.Plies, orDash(g.Level), orDash(g.Visitor))
	return p
}

func describeConfig(remarks []robot.ConfigRemark) partStatus {
	p := partStatus{ID: "config", Name: "Config", State: healthy, Words: "no fault"}
	if len(remarks) > 0 {
		p.State, p.Words = degraded, words.Fill(say.English, "{n} {n:remark|remarks}", "n", len(remarks))
		p.More, p.Hint = remarks[0].Path+": "+remarks[0].Problem, remarks[0].Hint
	}
	return p
}

// wordsOfPhase are the phases in the operator's words.
var wordsOfPhase = map[turn.Phase]string{
	turn.NotReady: "getting ready", turn.Setup: "the board is being set up", turn.VisitorTurn: "the visitor's move",
	turn.Thinking: "the robot thinks", turn.Moving: "the robot moves", turn.Help: "the visitor is asked to help",
	turn.Hold: "held: the board changed under the arm", turn.Over: "the game is over", turn.Stopped: "emergency stop",
	turn.Service: "service mode: the arm is the operator's", turn.Paused: "paused",
}

func phaseWords(v robot.Snapshot) string {
	words, known := wordsOfPhase[v.Phase]
	if !known {
		words = orDash(string(v.Phase))
	}
	switch {
	case v.Stopped:
		return wordsOfPhase[turn.Stopped]
	case v.Paused && v.Phase != turn.Paused:
		return words + ", then paused"
	}
	return words
}

func orDash(s string) string { return cmp.Or(s, "–") }
