package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/robottest"
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

// 22: the cable is pulled at any moment of a robot's turn, and put back. Whatever hung on the nozzle is
// accounted for: no turn is handed over with a checker there, nothing is pressed with one, and nobody is asked
// for it.
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
	b := robottest.NewRig(t, fen, board.White, nil)
	line := &pulledLine{device: b.Controller}
	b.Device = line
	p := &script{QuickPerson: robottest.QuickPerson{Rig: b, Choose: robottest.FirstMove, Mend: true}}
	pull := func(now time.Duration) { line.out, line.back = now, now+away }
	p.acts = []act{{when: robottest.InPhase(turn.Moving), after: after, do: pull}}
	took := b.Run(t, p, func(s robot.Snapshot) bool {
		return s.Phase == turn.Over || len(s.Moves) >= 3 && s.Phase == turn.VisitorTurn
	})
	b.Check(t)
	if took > 3*time.Minute {
		t.Errorf("it took %v", took)
	}
	if t.Failed() {
		t.Fatalf("%s, pulled %v into the turn for %v\n%s", fen, after, away, robottest.TailOf(b.Journals[0].String()))
	}
}

// A slowLine takes its time in both directions, as the line of a machine that has much else to do.
type slowLine struct {
	virtual.Device
	delay      time.Duration
	down, back []parcel
}

type parcel struct {
	at    time.Duration
	bytes []byte
}

func (l *slowLine) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	l.down = sent(l.down, now+l.delay, in)
	arrived, nextDown := received(&l.down, now)
	out, next := l.Device.Advance(now, arrived)
	l.back = sent(l.back, now+l.delay, out)
	arrived, nextBack := received(&l.back, now)
	return arrived, min(next, nextDown, nextBack)
}

func sent(list []parcel, at time.Duration, bytes []byte) []parcel {
	if len(bytes) == 0 {
		return list
	}
	return append(list, parcel{at, append([]byte(nil), bytes...)})
}

func received(list *[]parcel, now time.Duration) (bytes []byte, next time.Duration) {
	for len(*list) > 0 && (*list)[0].at <= now {
		bytes = append(bytes, (*list)[0].bytes...)
		*list = (*list)[1:]
	}
	if len(*list) == 0 {
		return bytes, clock.Never
	}
	return bytes, (*list)[0].at
}

// The board that settles while a slow line is still being set up is seen when the link is up: the game begins.
func TestBoardSettlesBeforeTheLinkIsUp(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{0, 50 * time.Millisecond, 120 * time.Millisecond, 180 * time.Millisecond} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
		b.Device = &slowLine{Device: b.Controller, delay: delay}
		took := b.Run(t, nil, func(s robot.Snapshot) bool { return s.Phase == turn.VisitorTurn })
		if took > time.Minute {
			t.Errorf("delay %v: the visitor's turn comes after %v", delay, took)
		}
		b.Check(t)
	}
}

// A deafDevice receives nothing for a while.
type deafDevice struct {
	virtual.Device
	from, to time.Duration
}

func (d *deafDevice) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	if now >= d.from && now < d.to {
		in = nil
	}
	return d.Device.Advance(now, in)
}

// A controller that hears nothing for a while breaks its homing off; it is homed again at once, not when a time
// is over.
func TestHomingBrokenOff(t *testing.T) {
	t.Parallel()
	const from = 3 * time.Second // homing has begun
	for _, long := range []time.Duration{600 * time.Millisecond, time.Second, 1500 * time.Millisecond} {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
		b.Device = &deafDevice{b.Device, from, from + long}
		took := b.Run(t, nil, func(s robot.Snapshot) bool { return s.Phase == turn.VisitorTurn })
		if took > 20*time.Second {
			t.Errorf("deaf for %v: the visitor's turn came after %v", long, took)
		}
	}
}
