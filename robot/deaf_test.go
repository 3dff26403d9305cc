package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A deafDevice hears nothing for a while.
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

// A controller that hears nothing for a while breaks its homing off; it is homed again at once, not when a time is over.
func TestHomingBrokenOff(t *testing.T) {
	t.Parallel()
	const from = 3 * time.Second // homing has begun
	for _, long := range []time.Duration{600 * time.Millisecond, time.Second, 1500 * time.Millisecond} {
		b := newBench(t, board.Start().FEN(), board.White, nil)
		b.device = &deafDevice{b.device, from, from + long}
		took := b.run(t, nil, func(s robot.Snapshot) bool { return s.Phase == turn.Visitor })
		if took > 20*time.Second {
			t.Errorf("deaf for %v: the visitor's turn came after %v", long, took)
		}
	}
}
