package selfplay

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// victimDir tells the test's own binary to be the process that is killed.
const victimDir = "CROWNHEAD_SELFPLAY_VICTIM"

// many are more games than are made before the process is killed.
func many(dir string) ShardWriter {
	m := small(dir, 2)
	m.Origin.Plan.Games, m.Origin.Plan.GamesPerShard = 40, 2
	return m
}

// TestVictim is no test: it makes games until it is killed.
func TestVictim(t *testing.T) {
	dir := os.Getenv(victimDir)
	if dir == "" {
		t.Skip("only TestKilled starts it")
	}
	makeAll(t, many(dir))
}

// A process that is killed at any instant leaves nothing that its successor doesn't mend: the games
// are those of one that wasn't.
func TestKilled(t *testing.T) {
	whole, torn := many(t.TempDir()), many(t.TempDir())
	makeAll(t, whole)
	for kill := range 4 {
		killOne(t, torn, 3*kill)
	}
	kept := 0
	torn.Progress = func(p Progress) { kept = p.Kept }
	makeAll(t, torn)
	if kept == 0 {
		t.Error("nothing was kept")
	}
	t.Logf("%d of %d shards kept", kept, torn.Origin.Plan.Shards())
	want := bytesOf(t, whole)
	for n, data := range bytesOf(t, torn) {
		if !bytes.Equal(data, want[n]) {
			t.Errorf("shard %d is another", n)
		}
	}
}

// killOne starts a writer in a process of its own and kills it once there are that many files.
func killOne(t *testing.T, m ShardWriter, files int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestVictim$")
	cmd.Env = append(os.Environ(), victimDir+"="+m.Dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for there := 0; there <= files && ctx.Err() == nil; time.Sleep(time.Millisecond) {
		names, err := filepath.Glob(filepath.Join(m.Dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		there = len(names)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended before it was killed")
	}
}
