package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A pulledLine is a line that is pulled out for a while; neither end hears the other then, and nothing is reset.
type pulledLine struct {
	device    virtual.Device
	out, back time.Duration
}

func (c *pulledLine) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	pulled := c.out <= now && now < c.back
	if pulled {
		in = nil
	}
	out, next := c.device.Advance(now, in)
	if pulled {
		out = nil
	}
	return out, next
}

// 22: the cable is pulled at any moment of a robot's turn, and put back. Whatever hung on the nozzle is accounted for: no
// turn is handed over with a checker there, nothing is pressed with one, and nobody is asked for it.
func TestCablePulledInMidMove(t *testing.T) {
	t.Parallel()
	turns := map[string]time.Duration{ // and how long they last
		"W:Wc3,e3:Bf6,h6":    5 * time.Second,
		"B:Wg3,d4,a1:Be5,h8": 11 * time.Second, // a capture
		"B:Wa1,c1:Bg3,h8,f2": 15 * time.Second, // a promotion
	}
	for fen, lasts := range turns {
		for i, away := range []time.Duration{400 * time.Millisecond, 700 * time.Millisecond, 3 * time.Second} {
			for after := time.Duration(100+460*i) * time.Millisecond; after < lasts; after += 2990 * time.Millisecond {
				pullCable(t, fen, after, away)
			}
		}
	}
}

func pullCable(t *testing.T, fen string, after, away time.Duration) {
	t.Helper()
	b := newBench(t, fen, board.White, nil)
	line := &pulledLine{device: b.controller}
	b.device = line
	p := &script{quickPerson: quickPerson{b: b, choose: first, mend: true}}
	p.acts = []act{{when: phase(turn.Moving), after: after, do: func(now time.Duration) { line.out, line.back = now, now+away }}}
	took := b.run(t, p, func(s robot.Snapshot) bool {
		return s.Phase == turn.Over || len(s.Moves) >= 3 && s.Phase == turn.Visitor
	})
	b.check(t)
	if took > 3*time.Minute {
		t.Errorf("it took %v", took)
	}
	if t.Failed() {
		t.Fatalf("%s, pulled %v into the turn for %v\n%s", fen, after, away, tail(b.journals[0].String()))
	}
}
