package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/face/voice"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// expectFinding compares a finding with its state, and with words that detail and hint must have.
func expectFinding(t *testing.T, c Finding, name string, state State, words ...string) {
	t.Helper()
	if c.Name != name || c.State != state {
		t.Errorf("wanted %s %s: %v", state, name, c)
	}
	if (c.State == Bad) && c.Hint == "" {
		t.Errorf("bad without a hint: %v", c)
	}
	for _, w := range words {
		if !strings.Contains(c.String(), w) {
			t.Errorf("%q is not in %v", w, c)
		}
	}
}

// A report is ok as long as nothing is bad; as JSON its list is never null.
func TestReport(t *testing.T) {
	if r := NewReport([]Finding{okFinding("a", "x"), {"b", Warn, "y", "z"}}); !r.OK {
		t.Error("a warning is no fault")
	}
	if r := NewReport([]Finding{okFinding("a", "x"), {"b", Bad, "y", "z"}}); r.OK {
		t.Error("bad is a fault")
	}
	text, err := json.Marshal(NewReport(nil))
	if err != nil || string(text) != `{"checks":[],"ok":true}` {
		t.Errorf("got %s, %v", text, err)
	}
}

// What needs no controller: configuration, reach, disk, sound.
func TestLocalChecks(t *testing.T) {
	_, faults := config.Parse([]byte("gmae: 1\ngame: {level: hard}\n"))
	expectFinding(t, Configuration("", nil), "config", OK, "the defaults")
	expectFinding(t, Configuration("robot.yaml", faults), "config", Bad, "robot.yaml: line 1, column 1: gmae",
		"and 1 more", "defaults", "config check")
	expectFinding(t, Configuration("none.yaml", os.ErrNotExist), "config", Bad, "--config")

	cfg := arm.DefaultConfig()
	expectFinding(t, Reach(cfg), "reach", OK, "32 squares", "15 slots")
	cfg.Board.CentreX = 300
	expectFinding(t, Reach(cfg), "reach", Bad, "a1 when the visitor plays white", "config check")
	cfg = arm.DefaultConfig()
	cfg.Motion.Accel = 0
	expectFinding(t, Reach(cfg), "reach", Bad, "arm.motion")

	dir := t.TempDir()
	expectFinding(t, Disk(filepath.Join(dir, "data")), "disk", OK, "MB free")
	if left, err := filepath.Glob(filepath.Join(dir, "data", "doctor-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expectFinding(t, Disk(file), "disk", Bad, "--data")
}

// A speaker is a sound device that answers so.
type speaker struct{ err error }

func (s speaker) Speak(context.Context, []byte, int) error { return s.err }

func TestSound(t *testing.T) {
	c := voice.DefaultConfig()
	expectFinding(t, Sound(t.Context(), c, speaker{}), "sound", OK, "phrases", "3 languages")
	expectFinding(t, Sound(t.Context(), c, speaker{voice.ErrSilent}), "sound", Warn, "make build")
	expectFinding(t, Sound(t.Context(), c, speaker{errors.New("no device")}), "sound", Warn, "no device", "loudspeakers")
	c.On = false
	expectFinding(t, Sound(t.Context(), c, speaker{}), "sound", Warn, "voice.on")
	c.Packs = filepath.Join(t.TempDir(), "none")
	expectFinding(t, Sound(t.Context(), c, speaker{}), "sound", Bad, "voice.packs")
}

// A hand lays its one checker and turns it over; the sensors see what they can.
type hand struct {
	dead, onePole, leaks board.Square // a sensor that sees nothing, that sees the first pole only, that is seen next door
	turned               bool
}

func (h *hand) occupancy(s board.Square) uint32 {
	switch {
	case s == h.dead, s == h.onePole && h.turned:
		return 0
	case s == h.leaks:
		return uint32(s.Bit() | (s + 1).Bit())
	}
	return uint32(s.Bit())
}

// Scene 20: each sensor is shown both poles; one that sees neither, one that sees only one, one that is always full,
// and a magnet that is seen next door are told by their squares. Each step that comes to nothing is passed by.
func TestScene20BothPoles(t *testing.T) {
	h := &hand{dead: 5, onePole: 9, leaks: 20}
	const stuck = uint32(1 << 30)
	p := &polarityTest{squares: AllSquares()}
	p.readSensors(0xfff00fff)
	if p.cleared || !strings.Contains(p.prompt(0xfff00fff), "take all checkers off") {
		t.Fatal("begins with checkers on the board")
	}
	p.skipStep(stuck)
	prompts := map[string]bool{}
	for !p.isDone() {
		s, turn := p.squares[p.index], p.turnOver
		prompts[p.prompt(0)] = true
		h.turned = turn
		p.readSensors(stuck) // taken up
		p.readSensors(stuck | h.occupancy(s))
		if p.index < len(p.squares) && p.squares[p.index] == s && p.turnOver == turn {
			p.skipStep(stuck)
		}
	}
	if len(prompts) != 64 {
		t.Errorf("%d different steps", len(prompts))
	}
	c := p.finding()
	expectFinding(t, c, "poles", Bad, "full with nothing there: f8;", "d2: sees neither pole", "c3: sees one pole only",
		"b6: its checker is seen at d6 too")
}

// The checker that only lies there shows no second pole.
func TestPolesNeedTheCheckerLifted(t *testing.T) {
	p := &polarityTest{squares: []board.Square{0, 1}, cleared: true}
	for range 5 {
		p.readSensors(1)
	}
	if p.index != 0 || !p.turnOver {
		t.Fatalf("square %d, to be turned: %v", p.index, p.turnOver)
	}
	p.readSensors(0)
	p.readSensors(1)
	if p.index != 1 {
		t.Error("turned over, it is not seen")
	}
	p.readSensors(0)
	p.readSensors(2)
	p.readSensors(0)
	p.readSensors(2)
	expectFinding(t, p.finding(), "poles", OK, "2 of 2 sensors see both poles")
}
