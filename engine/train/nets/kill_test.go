package nets

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"crownhead/engine/train/loop"
)

// victimDir tells the test's own binary to be the process that is killed.
const victimDir = "CROWNHEAD_NETS_VICTIM"

// TestVictim is no test: it trains until it is killed or done.
func TestVictim(t *testing.T) {
	dir := os.Getenv(victimDir)
	if dir == "" {
		t.Skip("the process that TestKilled kills")
	}
	report := func(s loop.Progress) { fmt.Println("stage", s.Phase, s.Fraction, s.Note) }
	if _, err := Run(context.Background(), tinyRun(dir), report); err != nil {
		t.Fatal(err)
	}
}

// A run that is killed again and again, without a chance to put anything in order, comes to the
// same nets and matches as one that isn't.
func TestKilled(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	if _, err := Run(context.Background(), tinyRun(whole), func(loop.Progress) {}); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for lines := 5; killAfter(t, dir, lines); lines += 16 {
		kills++
	}
	if got, want := state(t, dir), state(t, whole); kills < 3 || got != want {
		t.Errorf("after %d kills other generations:\n%s\nwant\n%s", kills, got, want)
	}
}

// killAfter starts a run in a process of its own and kills it when it has said that; it tells
// whether the run was still going on.
func killAfter(t *testing.T, dir string, lines int) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	victim := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestVictim$")
	victim.Env = append(os.Environ(), victimDir+"="+dir)
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	killed := false
	for said := bufio.NewScanner(out); said.Scan(); lines-- {
		if lines == 0 {
			killed = victim.Process.Kill() == nil
		}
	}
	err = victim.Wait()
	if err != nil && !killed {
		t.Fatalf("the run failed: %v", err)
	}
	return err != nil
}
