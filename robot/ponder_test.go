package robot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/robot"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

// While the arm moves and the visitor thinks the engine may think about his turn; his press ends that, and so does the end of
// the robot.
func TestPonders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, ended := make(chan board.Game, 8), make(chan struct{}, 8)
		replies := map[int]string{1: "b6-a5", 3: "a7-b6"}
		think := func(_ context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
			m, err := r.Game.Position().ParseMove(replies[r.Game.Plies()])
			return robot.NewEngineAnswer(r, engine.Answer{Move: m}), err
		}
		d := startPondering(t, think, func(ctx context.Context, r robot.EngineRequest) {
			begun <- r.Game
			<-ctx.Done()
			ended <- struct{}{}
		}, 0, live.StatusSources{})
		d.until(t, "ready", phase(turn.Visitor))
		if len(begun) != 0 {
			t.Error("it thinks about a game in which it has not moved")
		}
		for i, move := range [][2]string{{"c3", "d4"}, {"e3", "f4"}} {
			d.cable.mu.Lock()
			if err := d.b.world.MoveSquare(square(move[0]), square(move[1])); err != nil {
				t.Fatal(err)
			}
			d.b.world.Press(time.Since(d.cable.began))
			d.cable.mu.Unlock()
			d.until(t, "moving", func(s robot.Snapshot) bool { return s.Phase == turn.Moving })
			if g := <-begun; g.Turn() != board.White || g.Plies() != 2*i+2 {
				t.Errorf("it thinks about ply %d, %v to move", g.Plies(), g.Turn())
			}
			d.until(t, "answered", plies(2*i+2))
			d.until(t, "ready again", phase(turn.Visitor))
			if len(ended) != i {
				t.Error("it thinks no longer, although nobody has asked for anything")
			}
		}
		d.stop(t)
		if len(ended) != 2 {
			t.Errorf("%d of 2 thoughts came to an end", len(ended))
		}
		d.b.check(t)
	})
}
