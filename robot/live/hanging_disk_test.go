package live_test

import (
	"bytes"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/witness"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// A stuckFile is a journal's file whose disk hangs while it is told to.
type stuckFile struct {
	journal.Memory
	stuck atomic.Pointer[chan struct{}]
}

func (f *stuckFile) hang() (back func()) {
	gate := make(chan struct{})
	f.stuck.Store(&gate)
	return func() {
		f.stuck.Store(nil)
		close(gate)
	}
}

func (f *stuckFile) wait() {
	if gate := f.stuck.Load(); gate != nil {
		<-*gate
	}
}

func (f *stuckFile) Write(p []byte) (int, error) { f.wait(); return f.Memory.Write(p) }

func (f *stuckFile) Sync() error { f.wait(); return nil }

// hanging is a daemon in the visitor's turn whose journal and finished games lie on a disk that can hang.
func hanging(t *testing.T) (*daemon, *stuckFile) {
	t.Helper()
	file := &stuckFile{}
	rig := robottest.NewRig(t, board.Start().FEN(), board.White, func(c *robot.CoreConfig) {
		c.Journal = func(journal.Header) (journal.File, error) {
			return journal.NewHangingDiskFile(func() (journal.File, error) { return file, nil }), nil
		}
	})
	d := startDaemon(t, rig, func(c *live.DaemonConfig) {
		c.Sources.Disk = func(int) journal.DiskStatus {
			file.wait()
			return journal.DiskStatus{State: "ok"}
		}
	})
	d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
	return d, file
}

// counts is what the witness has seen.
func (d *daemon) counts() witness.Counts {
	d.cable.mu.Lock()
	defer d.cable.mu.Unlock()
	return d.rig.World.Counts()
}

// 36: the game goes on while the disk hangs, the arm moves on evenly, and the operator is told; what is missing
// is written when it is back.
func TestScene36HangingDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, file := hanging(t)
		back := file.hang()
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "answered", robottest.AfterPlies(2))
		d.until(t, "given back", robottest.InPhase(turn.VisitorTurn))
		if s := d.Status().Disk; s.State != "fault" || !strings.Contains(s.Remedy, "hangs") {
			t.Errorf("the operator sees %+v", s)
		}
		if c := d.counts(); c.Violations > 0 || c.Picks != 1 {
			t.Errorf("the witness counts %+v", c)
		}
		back()
		time.Sleep(time.Second)
		if err := d.Command(t.Context(), command.Level, map[string]string{"level": "child"}); err != nil {
			t.Error(err)
		}
		time.Sleep(15 * time.Second)
		if s := d.Status().Disk; s.State != "ok" {
			t.Errorf("the operator sees %+v", s)
		}
		d.stop(t)
		report, err := journal.Replay(bytes.NewReader(file.Bytes()), journal.Options{})
		if err != nil || report.Diverged != nil || len(report.Moves) != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

// 36: an emergency stop is obeyed though the disk hangs, and the end is not waited for either.
func TestScene36StopWhileTheDiskHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, file := hanging(t)
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "moving", robottest.InPhase(turn.Moving))
		time.Sleep(time.Second)
		back := file.hang()
		defer back()
		began := time.Now()
		if err := d.Command(t.Context(), command.Stop, nil); err != nil {
			t.Error(err)
		}
		for {
			d.cable.mu.Lock()
			state := d.rig.World.State(0)
			d.cable.mu.Unlock()
			if !state.Arm.Homed { // the motors have lost their current, and the position with it
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if took := time.Since(began); took > 500*time.Millisecond {
			t.Errorf("stopped after %v", took)
		}
		if took := d.stop(t); took > 2*time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}
