package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// watch notes when the first picture for the eyes reaches the controller after a press.
type watch struct {
	device  virtual.Device
	decoder wire.Decoder
	pressed time.Duration // 0: none to wait for
	longest time.Duration
	seen    int
}

func (w *watch) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	w.decoder.Feed(in, func(f wire.Frame) {
		if f.Type == wire.TypeLeds && w.pressed > 0 {
			w.longest = max(w.longest, now-w.pressed)
			w.seen++
			w.pressed = 0
		}
	})
	return w.device.Advance(now, in)
}

// pesterer presses again and again, at odd times, without moving.
type pesterer struct {
	b   *robottest.Rig
	w   *watch
	due time.Duration
}

func (p *pesterer) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Phase != turn.VisitorTurn {
		return clock.Never
	}
	if p.due == 0 {
		p.due = now + time.Second
	}
	if now >= p.due {
		p.b.World.Press(now)
		p.w.pressed = now
		p.due = now + 1013*time.Millisecond
	}
	return p.due
}

// A press is answered by the face at once: the picture is at the controller within 50 ms on a clean line.
func TestFaceAnswersPress(t *testing.T) {
	t.Parallel()
	b := robottest.NewRig(t, board.Start().FEN(), board.White, nil)
	w := &watch{device: b.Controller}
	b.Device = w
	b.Run(t, &pesterer{b: b, w: w}, func(robot.Snapshot) bool { return w.seen >= 50 })
	t.Logf("press to picture: %v at most", w.longest)
	if w.longest > 50*time.Millisecond {
		t.Errorf("press to picture took %v", w.longest)
	}
}

// BenchmarkGame plays a game in virtual time.
func BenchmarkGame(b *testing.B) {
	var virtual time.Duration
	for b.Loop() {
		x := robottest.NewRig(b, board.Start().FEN(), board.White, nil)
		virtual += x.Run(b, &robottest.QuickPerson{Rig: x, Choose: robottest.FirstMove}, robottest.InPhase(turn.Over))
	}
	b.ReportMetric(virtual.Seconds()/b.Elapsed().Seconds(), "×real")
}
