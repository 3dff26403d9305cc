package robot_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crownhead/robot"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

// Who moves the arm by hand hears at once what has become of his command, in words; the others aren't kept waiting.
func TestDaemonAnswersTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		jog := map[string]string{"x": "1", "y": "0", "z": "0"}
		if err := d.Command(t.Context(), turn.CommandJog, jog); !errors.Is(err, robot.ErrRefused) || !strings.Contains(err.Error(), "service mode") {
			t.Errorf("outside service mode: %v", err)
		}
		if err := d.Command(t.Context(), turn.CommandServiceOn, nil); err != nil {
			t.Error(err)
		}
		d.until(t, "in service", phase(turn.Service))
		time.Sleep(2 * time.Second)
		if err := d.Command(t.Context(), turn.CommandJog, jog); err != nil {
			t.Errorf("in service mode: %v", err)
		}
		if err := d.Command(t.Context(), turn.CommandJog, map[string]string{"x": "60", "y": "0", "z": "0"}); !errors.Is(err, turn.ErrCommand) {
			t.Errorf("a leap: %v", err)
		}
		if s := d.Status(); !s.Arm.Service || s.Game.Phase != turn.Service {
			t.Errorf("the status has %+v", s.Arm)
		}
		d.stop(t)
		if err := d.Command(t.Context(), turn.CommandJog, jog); !errors.Is(err, live.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	})
}
