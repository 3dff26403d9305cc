package robot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"crownhead/robot"
	"crownhead/robot/turn"
)

// 39: ten screens that never read hold nobody up, and find the present state when they do; one that comes back has it at
// once.
func TestScene39DeadScreens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		var dead []<-chan robot.Snapshot
		for range 10 {
			screen, stop := d.Subscribe()
			defer stop()
			dead = append(dead, screen)
		}
		d.until(t, "ready", phase(turn.Visitor))
		d.cable.mu.Lock()
		if err := d.b.world.MoveSquare(square("c3"), square("d4")); err != nil {
			t.Error(err)
		}
		d.b.world.Press(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "answered", plies(2))
		back, stop := d.Subscribe()
		defer stop()
		synctest.Wait()
		for i, screen := range append(dead, back) {
			if s := <-screen; len(s.Moves) != 2 || s.Serial != d.Snapshot().Serial {
				t.Errorf("screen %d sees snapshot %d with %v, the newest is %d", i, s.Serial, s.Moves, d.Snapshot().Serial)
			}
		}
		d.stop(t)
	})
}
