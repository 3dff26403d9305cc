package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"crownhead/robot/journal"
)

// mountSmallDisk mounts a file system of a few kilobytes.
func mountSmallDisk(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a file system can't be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// fillDisk leaves no room on a disk.
func fillDisk(t *testing.T, dir string) (file string) {
	t.Helper()
	file = filepath.Join(dir, "ballast")
	if err := os.WriteFile(file, make([]byte, 1<<20), 0o644); err == nil {
		t.Fatal("the disk is too large")
	}
	return file
}

// remountDisk makes a mounted file system one that may be read only, or not any more. It waits for processes that are
// about to end and have files open there.
func remountDisk(t *testing.T, dir string, flags uintptr) {
	t.Helper()
	var err error
	if !eventually(func() bool {
		err = unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT|flags, "size=64k")
		return !errors.Is(err, unix.EBUSY)
	}) || err != nil {
		t.Fatal(err)
	}
}

// onDisk starts a daemon that keeps its games there.
func onDisk(t *testing.T, dir string) *daemonProcess {
	t.Helper()
	d, err := startDaemon(t.TempDir(), "--twin", "--data", dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.killProcess()
		if t.Failed() {
			t.Logf("the daemon's log:\n%s", d.readLog())
		}
	})
	return d
}

// playUntilReply plays a move and waits for the robot's.
func playUntilReply(t *testing.T, d *daemonProcess) {
	t.Helper()
	before := d.awaitScreen(t, "the visitor's turn", visitorsTurn)
	d.playTurn(t, before)
	d.awaitScreen(t, "the answer", func(s screen) bool {
		return visitorsTurn(s) && s.parsePosition(t) != before.parsePosition(t)
	})
}

// countWrittenMoves counts the moves of the only journal.
func countWrittenMoves(t *testing.T, dir string) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "journals", "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("journals %v, %v", names, err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	report, err := journal.Replay(bytes.NewReader(data), journal.Options{})
	if err != nil || report.Diverged != nil {
		t.Fatalf("%v, %+v", err, report.Diverged)
	}
	return len(report.Moves)
}

// 36: on a full disk the game goes on and the operator is told; with room again, nothing of it is missing.
func TestScene36FullDisk(t *testing.T) {
	t.Parallel()
	dir := mountSmallDisk(t)
	d := onDisk(t, dir)
	playUntilReply(t, d)
	ballast := fillDisk(t, dir)
	playUntilReply(t, d)
	playUntilReply(t, d)
	if log := d.readLog(); !strings.Contains(log, "the journal is not written") ||
		!strings.Contains(log, "no space left") {
		t.Errorf("nobody is told:\n%s", log)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	playUntilReply(t, d)
	if log := d.readLog(); !strings.Contains(log, "the journal is written again") {
		t.Errorf("nobody is told that there is room again:\n%s", log)
	}
	if err := d.endBySignal(syscall.SIGTERM, patience); err != nil {
		t.Fatal(err)
	}
	if n := countWrittenMoves(t, dir); n != 8 {
		t.Errorf("%d moves in the journal, 8 were played", n)
	}
}

// 36, 37: over a data directory that may only be read the robot goes on with the game that it finds there, and says
// that it keeps nothing; what it finds stays as it is, and is gone on with once it can be written.
func TestScene36ReadOnlyDirectory(t *testing.T) {
	t.Parallel()
	dir := mountSmallDisk(t)
	d := onDisk(t, dir)
	playUntilReply(t, d)
	d.killProcess()
	if !eventually(func() bool { return !fileExists(filepath.Join(dir, "twin.world")) }) {
		t.Fatal("the virtual robot has outlived its daemon")
	}
	remountDisk(t, dir, unix.MS_RDONLY)
	d = onDisk(t, dir)
	playUntilReply(t, d)
	if log := d.readLog(); !strings.Contains(log, "the data directory can't be written") ||
		!strings.Contains(log, "the journal is not written") ||
		!strings.Contains(log, "read-only file system") {
		t.Errorf("nobody is told:\n%s", log)
	}
	if n := countWrittenMoves(t, dir); n != 2 {
		t.Errorf("%d moves in the journal, 2 were written", n)
	}
	remountDisk(t, dir, 0)
	playUntilReply(t, d)
	if err := d.endBySignal(syscall.SIGTERM, patience); err != nil {
		t.Fatal(err)
	}
	if n := countWrittenMoves(t, dir); n != 6 {
		t.Errorf("%d moves in the journal, 6 were played", n)
	}
}
