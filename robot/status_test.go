package robot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

// TestStatus: the operator sees the line, every sensor beside what the game wants there, the arm in millimetres and
// degrees, the supply and the game.
func TestStatus(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White)
	s.lift("a1")
	s.pass(time.Second)
	got := s.core.Status(s.now)
	if l := got.Link; l.State != turn.LinkUp || l.Frames == 0 || l.Firmware == "" || l.Since <= 0 || l.Hint != "" {
		t.Errorf("link %+v", l)
	}
	if a1, c1 := got.Sensors[0], got.Sensors[1]; a1.Bit || !a1.Want || a1.Flicker != 1 || !c1.Bit || c1.Square != "c1" {
		t.Errorf("sensors %+v %+v", a1, c1)
	}
	if a := got.Arm; !a.Homed || a.Moving || a.Z < 50 || a.X == 0 || a.Joints[1] == 0 || a.Carry != "" {
		t.Errorf("arm %+v", a)
	}
	if got.Supply < 5000 || got.Tray.Slots == 0 || got.Game.Phase != turn.Visitor || got.Game.FEN != s.snap.FEN {
		t.Errorf("supply %d, tray %+v, game %+v", got.Supply, got.Tray, got.Game)
	}
	s.lay(board.WhiteMan, "a1")
	s.moves("c3-d4")
	s.accepts("c3-d4")
	s.inTheAir()
	if a := s.core.Status(s.now).Arm; !a.Moving || !a.Pumping || a.Queue == 0 || a.Carry == "" {
		t.Errorf("at work the arm shows %+v", a)
	}
	s.pull()
	s.pass(time.Second)
	if l := s.core.Status(s.now).Link; l.State != turn.LinkDown || l.Hint == "" {
		t.Errorf("without a cable the link shows %+v", l)
	}
	s.plug()
	s.asked()
}

// TestStatusOfTheDaemon: never more than five a second, whatever happens; what others report is in it, and the log's end.
func TestStatusOfTheDaemon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		d := startReporting(t, live.StatusSources{
			Port: func() live.PortStatus { return live.PortStatus{Name: "COM7"} },
			Disk: func(int) journal.DiskStatus {
				asked++
				return journal.DiskStatus{State: "ok", Dir: "here", FreeBytes: 1 << 40}
			},
			Sound: func() robot.SoundStatus { return robot.SoundStatus{State: "ok", Volume: 70} },
		})
		d.until(t, "ready", phase(turn.Visitor))
		statuses, stop := d.SubscribeStatus()
		defer stop()
		began, count := time.Now(), 0
		<-statuses // the present one
		for time.Since(began) < 10*time.Second {
			<-statuses
			count++
		}
		if count > 51 || count < 25 {
			t.Errorf("%d statuses in ten seconds", count)
		}
		s := d.Status()
		if s.Link.Port != "COM7" || s.Disk.FreeBytes != 1<<40 || s.Sound.Volume != 70 || asked > 10 {
			t.Errorf("reported %+v %+v %+v, the disk asked %d times", s.Link, s.Disk, s.Sound, asked)
		}
		if n := len(s.Timeline); n == 0 || s.Timeline[0].Text == "" || s.Timeline[0].At.IsZero() || s.Timeline[n-1].Level == "" {
			t.Errorf("the timeline has %d entries: %+v", n, s.Timeline)
		}
		d.stop(t)
	})
}
