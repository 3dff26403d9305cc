package operator

import (
	"strings"
	"testing"
	"time"

	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// healthyRobot is a robot in good health.
func healthyRobot() (robot.Status, robot.Snapshot) {
	s := robot.Status{
		Link: robot.LinkStatus{State: turn.LinkUp}, Arm: robot.ArmStatus{Homed: true},
		Tray:  robot.TrayStatus{Slots: 12, Kings: 3, KingSlots: 3},
		Drift: robot.DriftStatus{Placements: 5}, Disk: journal.DiskStatus{State: "ok"}, Sound: robot.SoundStatus{State: "on"},
	}
	return s, robot.Snapshot{Link: turn.LinkUp, Phase: turn.VisitorTurn, Emotion: "neutral"}
}

func partOf(t *testing.T, parts []partStatus, id string) partStatus {
	t.Helper()
	for _, p := range parts {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("no part %s", id)
	return partStatus{}
}

// Each trouble shows at its part, in words, with a hint, and at no other one.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		id    string
		set   func(*robot.Status, *robot.Snapshot)
		state health
		words string
		hint  string
	}{
		{"link", func(s *robot.Status, _ *robot.Snapshot) { s.Link.Remedy = "flash it" }, degraded, "connected", "flash it"},
		{"link", func(s *robot.Status, _ *robot.Snapshot) {
			s.Link.State, s.Link.Remedy = turn.LinkRefused, "put the firmware in"
		}, failed, "controller refused", "put the firmware in"},
		{"sensors", func(s *robot.Status, _ *robot.Snapshot) {
			s.Sensors[9] = robot.SensorStatus{Square: "c3", Fault: "dead", Remedy: "look at its plug"}
			s.Sensors[0] = robot.SensorStatus{Square: "a1", Masked: true, Fault: turn.ReasonOperator, Remedy: "unmask it"}
		}, degraded, "faulty: c3 dead; masked: a1", "look at its plug"},
		{"arm", func(s *robot.Status, _ *robot.Snapshot) { s.Arm.Homed = false }, degraded, "not homed", ""},
		{
			"arm", func(s *robot.Status, _ *robot.Snapshot) { s.Arm.Moving, s.Arm.Carry = true, "move c3 d4" }, busy,
			"moving, move c3 d4", "",
		},
		{
			"arm", func(s *robot.Status, _ *robot.Snapshot) { s.Arm.Remedy = "the log says why" }, degraded, "at rest",
			"the log says why",
		},
		{"pump", func(s *robot.Status, _ *robot.Snapshot) { s.Arm.Pumping = true }, busy, "on", ""},
		{
			"tray", func(s *robot.Status, _ *robot.Snapshot) { s.Tray.Trophies = 12 }, degraded, "12 of 12 captured",
			"empty the tray",
		},
		{
			"tray", func(s *robot.Status, _ *robot.Snapshot) { s.Tray.Kings = 0 }, degraded, "0 of 3 spare kings",
			"spare kings",
		},
		{
			"drift", func(s *robot.Status, _ *robot.Snapshot) { s.Drift.X, s.Drift.Y = 0.7, -0.8 }, degraded,
			"off the middle", "calibrate",
		},
		{"drift", func(s *robot.Status, _ *robot.Snapshot) { s.Drift.Placements = 0 }, absent, "not measured", ""},
		{"sound", func(s *robot.Status, _ *robot.Snapshot) {
			s.Sound = robot.SoundStatus{State: "absent", Remedy: "plug it in"}
		}, degraded, "no sound device", "plug it in"},
		{"sound", func(s *robot.Status, _ *robot.Snapshot) { s.Sound.State = "muted" }, absent, "muted", ""},
		{
			"disk", func(s *robot.Status, _ *robot.Snapshot) { s.Disk.State, s.Disk.Remedy = "fault", "make room" }, failed,
			"can't be written", "make room",
		},
		{"disk", func(s *robot.Status, _ *robot.Snapshot) { s.Disk.State = "low" }, degraded, "nearly full", ""},
		{"game", func(_ *robot.Status, v *robot.Snapshot) { v.Phase = turn.Help }, degraded, "asked to help", ""},
		{
			"game", func(_ *robot.Status, v *robot.Snapshot) { v.Phase, v.Paused = turn.Moving, true }, busy,
			"the robot moves, then paused", "",
		},
		{"game", func(_ *robot.Status, v *robot.Snapshot) { v.Phase, v.Paused = turn.Paused, true }, busy, "paused", ""},
		{"config", func(s *robot.Status, _ *robot.Snapshot) {
			s.Config = []robot.ConfigRemark{{Path: "arm.board.yaw", Problem: "much", Hint: "turn it"}}
		}, degraded, "1 remark", "turn it"},
	} {
		s, v := healthyRobot()
		healthy := describeParts(s, v)
		c.set(&s, &v)
		parts := describeParts(s, v)
		p := partOf(t, parts, c.id)
		if p.State != c.state || !strings.Contains(p.Words, c.words) || !strings.Contains(p.Hint, c.hint) ||
			(c.hint == "") != (p.Hint == "") {
			t.Errorf("%s: %+v, want %s, %q, %q", c.id, p, c.state, c.words, c.hint)
		}
		for i := range parts {
			if parts[i].ID != c.id && parts[i].State != healthy[i].State {
				t.Errorf("a trouble of the %s shows at the %s: %+v", c.id, parts[i].ID, parts[i])
			}
		}
	}
	s, v := healthyRobot()
	if w := worstHealth(describeParts(s, v)); w != healthy {
		t.Errorf("a robot in good health is %s: %+v", w, describeParts(s, v))
	}
}

// A stop and a lost link show at every part that they concern.
func TestPartsTogether(t *testing.T) {
	s, v := healthyRobot()
	v.Stopped, v.Phase = true, turn.Stopped
	parts := describeParts(s, v)
	if partOf(t, parts, "arm").State != failed || partOf(t, parts, "game").State != failed ||
		worstHealth(parts) != failed {
		t.Errorf("stopped: %+v", parts)
	}
	s, v = healthyRobot()
	v.Link, s.Link.State, s.Link.Remedy = turn.LinkDown, turn.LinkDown, "look at the cable"
	for _, id := range []string{"sensors", "arm", "face"} {
		if p := partOf(t, describeParts(s, v), id); p.State != absent || !strings.Contains(p.Words, "no link") {
			t.Errorf("without link the %s: %+v", id, p)
		}
	}
}

// A part's last change is when it became what it is, not when somebody looked, and figures are no
// change.
func TestLastChange(t *testing.T) {
	var c changeTimes
	at := func(second int64, words, more string) time.Time {
		parts := []partStatus{{ID: "link", State: healthy, Words: words, More: more}}
		c.fillSince(parts, time.Unix(second, 0))
		return parts[0].Since
	}
	for _, step := range []struct {
		second      int64
		words, more string
		since       int64
	}{
		{10, "up", "1 frame", 10},
		{20, "up", "9 frames", 10},
		{30, "down", "", 30},
		{40, "down", "", 30},
		{50, "up", "", 50},
		{30, "up", "", 30}, // the clock has been set back
	} {
		if got := at(step.second, step.words, step.more); got.Unix() != step.since {
			t.Errorf("%+v: since %d", step, got.Unix())
		}
	}
}

// Every phase has words for the operator.
func TestPhaseWords(t *testing.T) {
	for _, p := range []turn.Phase{
		turn.NotReady, turn.Setup, turn.VisitorTurn, turn.Thinking, turn.Moving, turn.Help, turn.Hold, turn.Over, turn.Stopped, turn.Service, turn.Paused,
	} {
		if wordsOfPhase[p] == "" {
			t.Errorf("%s has no words", p)
		}
	}
}

// The time line is sent on from where it was known, whole when it has been cut off there.
func TestEntriesSince(t *testing.T) {
	line := func(seconds ...int64) (list []robot.LogEntry) {
		for _, s := range seconds {
			list = append(list, robot.LogEntry{At: time.Unix(s, 0), Text: "x"})
		}
		return list
	}
	for _, c := range []struct {
		known, now []robot.LogEntry
		want       int
	}{
		{nil, line(1, 2), 2},
		{line(1, 2), line(1, 2), 0},
		{line(1, 2), line(1, 2, 3), 1},
		{line(1, 2), line(2, 3, 4), 2},
		{line(1, 2), line(5, 6), 2},
		{line(1), nil, 0},
	} {
		if got := entriesSince(c.known, c.now); len(got) != c.want {
			t.Errorf("%v, %v: %v", c.known, c.now, got)
		}
	}
}
