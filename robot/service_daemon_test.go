package robot_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crownhead/robot"
)

// Who moves the arm by hand hears at once what has become of his command, in words; the others aren't kept waiting.
func TestDaemonAnswersTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(robot.Visitor))
		jog := map[string]string{"x": "1", "y": "0", "z": "0"}
		if err := d.Command(t.Context(), robot.CommandJog, jog); !errors.Is(err, robot.ErrRefused) || !strings.Contains(err.Error(), "service mode") {
			t.Errorf("outside service mode: %v", err)
		}
		if err := d.Command(t.Context(), robot.CommandServiceOn, nil); err != nil {
			t.Error(err)
		}
		d.until(t, "in service", phase(robot.Service))
		time.Sleep(2 * time.Second)
		if err := d.Command(t.Context(), robot.CommandJog, jog); err != nil {
			t.Errorf("in service mode: %v", err)
		}
		if err := d.Command(t.Context(), robot.CommandJog, map[string]string{"x": "60", "y": "0", "z": "0"}); !errors.Is(err, robot.ErrCommand) {
			t.Errorf("a leap: %v", err)
		}
		if s := d.Status(); !s.Arm.Service || s.Game.Phase != robot.Service {
			t.Errorf("the status has %+v", s.Arm)
		}
		d.stop(t)
		if err := d.Command(t.Context(), robot.CommandJog, jog); !errors.Is(err, robot.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	})
}
