package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

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
		return bytes, forever
	}
	return bytes, (*list)[0].at
}

// The board that settles while a slow line is still being set up is seen when the link is up: the game begins.
func TestBoardSettlesBeforeTheLinkIsUp(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{0, 50 * time.Millisecond, 120 * time.Millisecond, 180 * time.Millisecond} {
		b := newBench(t, board.Start().FEN(), board.White, nil)
		b.device = &slowLine{Device: b.controller, delay: delay}
		took := b.run(t, nil, func(s robot.Snapshot) bool { return s.Phase == turn.Visitor })
		if took > time.Minute {
			t.Errorf("delay %v: the visitor's turn comes after %v", delay, took)
		}
		b.check(t)
	}
}
