package live_test

import (
	"testing"
	"testing/synctest"
	"time"

	"crownhead/board"
	"crownhead/firmware/link"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/live"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// startPaced starts a daemon whose clock goes so much faster than the wall's, as does that of the line's other end.
func startPaced(t *testing.T, rig *robottest.Rig, pace string, refused func(link.Refusal)) *daemon {
	t.Helper()
	clock, err := clock.ParsePace(pace)
	if err != nil {
		t.Fatal(err)
	}
	return startDaemon(t, rig, func(c *live.DaemonConfig) { c.Clock, c.LinkRefused = clock, refused })
}

// Daemon and virtual robot that share a pace play the same game in less time, and part in less time.
func TestDaemonAtAPace(t *testing.T) {
	t.Parallel()
	took := func(pace string) (ready, parked time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			d := startPaced(t, robottest.NewRig(t, board.Start().FEN(), board.White, nil), pace, nil)
			d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
			ready = time.Since(d.cable.began)
			d.moveAndPress(t, "c3", "d4")
			d.until(t, "answered", robottest.AfterPlies(2))
			parked = d.stop(t)
			d.rig.Check(t)
		})
		return ready, parked
	}
	ready, parked := took("1")
	fastReady, fastParked := took("8")
	for what, pair := range map[string][2]time.Duration{
		"being ready": {ready, fastReady}, "parking": {parked, fastParked},
	} {
		if factor := pair[0].Seconds() / pair[1].Seconds(); factor < 6 || factor > 10 {
			t.Errorf("%s took %v, and %v at eight times the pace", what, pair[0], pair[1])
		}
	}
}

// Real hardware lives by the wall's clock: a run for the virtual robot gives it no motion, and says so.
func TestPaceIsNotForRealHardware(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := robottest.NewRig(t, board.Start().FEN(), board.White, func(c *robot.CoreConfig) {
			c.Setup.VirtualOnly, c.Calibrated = true, true
		})
		b.Device = &robottest.RealHardware{Controller: b.Controller}
		refusals := make(chan link.Refusal, 16)
		d := startPaced(t, b, "8", func(why link.Refusal) { refusals <- why })
		select {
		case why := <-refusals:
			if why != link.RefusedReal {
				t.Errorf("refused for %q", why)
			}
		case <-time.After(time.Minute):
			t.Error("it is not refused")
		}
		time.Sleep(time.Minute)
		if s := d.Snapshot(); s.Homed || s.Link == turn.LinkUp {
			t.Errorf("it plays on real hardware: %+v", s)
		}
		d.stop(t)
		if c := b.World.Counts(); b.World.State(0).Arm.Homed || c.Picks > 0 {
			t.Errorf("the arm has moved: %+v", c)
		}
	})
}
