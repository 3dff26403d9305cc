package robot_test

import (
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// An endless person plays game after game.
type endless struct{ *quickPerson }

func (p *endless) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Phase == turn.Over && s.Say.Key == "set_up" {
		p.b.world.PlacePosition(p.b.start, p.b.visitor, 3)
	}
	return p.quickPerson.Advance(now, s)
}

// 33: a board that stands beside where the configuration has it shows in the picks; one in its place doesn't.
func TestScene33Drift(t *testing.T) {
	t.Parallel()
	for _, off := range []struct{ x, y float64 }{{0, 0}, {0, -3}} {
		b := newBench(t, board.Start().FEN(), board.White, func(c *robot.CoreConfig) {
			cfg := arm.DefaultConfig()
			cfg.Board.CentreX -= off.x
			cfg.Board.CentreY -= off.y
			var err error
			if c.Arm, err = arm.New(cfg); err != nil {
				t.Fatal(err)
			}
		})
		b.limits.Nodes = 100 // it need not play well
		p := &endless{&quickPerson{b: b, choose: first, mend: true}}
		var d robot.DriftStatus
		b.run(t, p, func(s robot.Snapshot) bool {
			if s.Phase != turn.Over {
				return false
			}
			d = b.core.Status(0).Drift
			return s.Game == 8 || s.Game == 3 && off.x == 0 && off.y == 0 || d.X != 0 || d.Y != 0
		})
		if d.Placements < 50 || d.X*off.x+d.Y*off.y < (off.x*off.x+off.y*off.y)/3 || off.x == 0 && off.y == 0 && d.X != 0 {
			t.Errorf("the board is off by %+v, found %+v", off, d)
		}
	}
}
