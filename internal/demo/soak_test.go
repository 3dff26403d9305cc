package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/internal/app"
	"crownhead/internal/twinprocess"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/virtual"
)

var soakTime = flag.Duration("soak", 30*time.Minute, "how much virtual time TestSoak lets pass")

const (
	soakRun  = 6 * time.Hour // of virtual time: then the daemon is started again over its journals
	soakRest = 40 * time.Minute

	// blindHandovers bounds the mismatches to one in so many hand-overs: what slips or is missed on the square of a
	// dead sensor, no robot sees.
	blindHandovers = 50
)

// soakFaults is every fault there is: a bad line, cuts and resets through the whole time, a weak pump, sensors that
// fail.
func soakFaults(t *testing.T, rng *rand.Rand) twin.FaultConfig {
	t.Helper()
	parts := []string{"flip=0.0002", "drop=0.0002", "miss=0.03", "slip=0.01", "dead=g5", "flicker=c5:0.002", "stuck=b6"}
	for at := 10 * time.Minute; at < *soakTime; at += time.Duration(rng.Int64N(int64(30 * time.Minute))) {
		parts = append(parts, fmt.Sprintf("cut=%ds@%s", 5+rng.IntN(56), at))
		parts = append(parts, fmt.Sprintf("reset@%s", at+time.Duration(rng.Int64N(int64(10*time.Minute)))))
	}
	f, err := twin.ParseFaults(strings.Join(parts, ","))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A soak is a robot that plays and rests for days.
type soak struct {
	t          *testing.T
	dir        string
	components *app.Components
	people     *people
	device     *twin.Device
	rng        *rand.Rand
	offset     time.Duration // of the present run
	away       time.Duration // until then nobody is there
	leaves     time.Duration // then they go
	hour       int
	heap       []uint64
	files      []int
	tasks      []int
}

// Advance is the visitor's: now and then they go away, and another comes.
func (s *soak) Advance(now time.Duration, snap robot.Snapshot) time.Duration {
	now += s.offset
	if now >= s.leaves {
		s.away = now + time.Duration(s.rng.Int64N(int64(soakRest)))
		s.leaves = s.away + time.Duration(s.rng.Int64N(int64(4*soakRest)))
	}
	if now < s.away {
		return s.away - s.offset
	}
	return min(s.people.Advance(now, snap), s.leaves) - s.offset
}

// A shifted device lives on the soak's time, which goes on over the daemon's runs.
type shifted struct{ *soak }

func (s shifted) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	out, next := s.device.Advance(now+s.offset, in)
	return out, next - s.offset
}

// measureUsage measures once an hour of virtual time.
func (s *soak) measureUsage(now time.Duration) {
	if now < time.Duration(s.hour)*time.Hour {
		return
	}
	s.hour++
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.heap, s.tasks = append(s.heap, m.HeapAlloc), append(s.tasks, runtime.NumGoroutine())
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil {
		s.files = append(s.files, len(entries))
	}
}

// 72 hours of it are make soak: games and idleness with every fault; memory, file handles and goroutines stay as they
// are, and each game ends or is gone on with.
func TestSoak(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	rng := rand.New(rand.NewPCG(72, 1))
	cfg := config.Default()
	cfg.Game.Level = "child"
	components, err := app.BuildComponents(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := &soak{t: t, dir: t.TempDir(), components: components, rng: rng, leaves: soakRest}
	o := app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: 72}
	if s.people, err = newPeople(components, "clumsy", o); err != nil {
		t.Fatal(err)
	}
	s.device = twin.NewDevice(s.people.world, soakFaults(t, rng),
		controller.Config{Seed: o.Seed, BootDelay: twinprocess.BootTime})
	for s.offset < *soakTime && !t.Failed() {
		s.runDaemon(o)
	}
	s.checkResults()
}

// runDaemon is one run of the daemon.
func (s *soak) runDaemon(o app.GameSetup) {
	store, err := journal.OpenStore(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	cfg, err := s.components.CoreConfig(o)
	if err != nil {
		s.t.Fatal(err)
	}
	cfg.Nonce += uint32(s.offset / time.Second)
	core, err := live.OpenCore(store, cfg, zerolog.Nop())
	if err != nil {
		s.t.Fatal(err)
	}
	brain, err := s.components.Thinker(o.Seed, true)
	if err != nil {
		s.t.Fatal(err)
	}
	s.device.Reset(s.offset, 0)
	lasts, now := min(soakRun, *soakTime-s.offset), time.Duration(0)
	_, err = virtual.Run(s.t.Context(), virtual.Config{
		Core: core, Device: shifted{s}, Person: s, Think: thinkInline(context.Background(), brain), Thinking: thinkingTime,
		Baud: cfg.Link.Baud, Limit: lasts,
		Handover: func(fen string, at time.Duration) {
			now = at
			s.people.handOver(fen, at+s.offset)
		},
		Archive: func(a journal.Archived) {
			if err := store.Archive(a); err != nil {
				s.t.Error(err)
			}
		},
		Done: func(robot.Snapshot) bool { s.measureUsage(now + s.offset); return false },
	})
	if !errors.Is(err, virtual.ErrLimit) {
		s.t.Error(err)
	}
	core.Close()
	s.offset += lasts
}

// checkResults tells what has come of it.
func (s *soak) checkResults() {
	names, err := filepath.Glob(filepath.Join(s.dir, "journals", "*.jsonl"))
	if err != nil {
		s.t.Fatal(err)
	}
	results := map[string]int{}
	for i, name := range names {
		r := s.replayJournal(name)
		results[r.Result]++
		base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		if kept := fileExists(filepath.Join(s.dir, "games", base+".pdn")); !kept && i < len(names)-1 &&
			len(r.Moves) > 0 {
			s.t.Errorf("%s, game %d of %d: neither ended nor gone on with after %d plies", name, i+1, len(names),
				len(r.Moves))
		}
	}
	c := s.people.world.Counts()
	s.t.Logf(
		"%v of virtual time: %d games %v; %d hand-overs, %d mismatches, motion faults %v, %d picks, %d missed, %d slipped",
		s.offset,
		len(names),
		results,
		c.Verifications,
		c.BoardMismatches,
		c.Kinds,
		c.Picks,
		c.PickMisses,
		c.DropsInTransit,
	)
	s.t.Logf("heap in use %d … %d kB, files %d … %d, goroutines %d … %d", slices.Min(s.heap)>>10,
		slices.Max(s.heap)>>10, slices.Min(s.files), slices.Max(s.files), slices.Min(s.tasks), slices.Max(s.tasks))
	if c.BoardMismatches > c.Verifications/blindHandovers {
		s.t.Errorf("mismatches %v", c.MismatchDetails)
	}
	s.checkUsageIsFlat()
}

func (s *soak) replayJournal(name string) journal.Report {
	file, err := os.Open(name)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	r, err := journal.Replay(file, journal.Options{})
	if err != nil || r.Diverged != nil {
		s.t.Errorf("%s: %v, %+v", name, err, r.Diverged)
	}
	return r
}

// checkUsageIsFlat holds the last hours against the first.
func (s *soak) checkUsageIsFlat() {
	third := len(s.heap) / 3
	if third == 0 {
		return
	}
	const slack = 4 << 20 // bytes: a game's own memory, and the collector's mood
	if first, last := slices.Max(s.heap[:third]), slices.Min(s.heap[len(s.heap)-third:]); last > first+slack {
		s.t.Errorf("the heap grows from %d to %d bytes: %v", first, last, s.heap)
	}
	if slices.Max(s.tasks) > s.tasks[0]+2 {
		s.t.Errorf("goroutines %v", s.tasks)
	}
	if len(s.files) > 0 && slices.Max(s.files) > s.files[0]+2 {
		s.t.Errorf("file handles %v", s.files)
	}
}

func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
