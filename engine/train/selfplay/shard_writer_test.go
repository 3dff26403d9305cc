package selfplay

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// small makes few games quickly, without a network.
func small(dir string, workers int) ShardWriter {
	p := Defaults()
	p.Games, p.GamesPerShard, p.Visits, p.FastVisits = 8, 3, 20, 8
	return ShardWriter{
		Dir: dir, Origin: Origin{p, "rollouts"}, Workers: workers,
		NewEvaluator: func() (net.Evaluator, error) { return mcts.NewRollouts(1, 1), nil }, Progress: func(Progress) {},
	}
}

func makeAll(t *testing.T, m ShardWriter) {
	t.Helper()
	if err := m.WriteMissing(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func bytesOf(t *testing.T, m ShardWriter) (all [][]byte) {
	t.Helper()
	for n := range m.Origin.Plan.Shards() {
		data, err := os.ReadFile(shardName(m.Dir, n))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	return all
}

// The games follow from plan and number, not from when they were made, and by how many workers; what is
// there is kept, and a file that is torn is reported and comes back as it was.
func TestGamesComeAgain(t *testing.T) {
	one, three := small(t.TempDir(), 1), small(t.TempDir(), 3)
	makeAll(t, one)
	makeAll(t, three)
	want := bytesOf(t, one)
	for n, data := range bytesOf(t, three) {
		if !bytes.Equal(data, want[n]) {
			t.Errorf("shard %d differs with more workers", n)
		}
	}
	torn := shardName(one.Dir, 1)
	if err := os.WriteFile(torn, want[1][:len(want[1])-5], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(shardName(one.Dir, 2)); err != nil {
		t.Fatal(err)
	}
	var told []Progress
	one.Progress = func(p Progress) { told = append(told, p) }
	makeAll(t, one)
	if len(told) != 3 || told[0].Note != "" || !strings.Contains(told[1].Note, torn) ||
		!strings.Contains(told[1].Note, "made again") || told[2].Note != "" {
		t.Errorf("told %+v", told)
	}
	if last := told[2]; last.Shards != 3 || last.Kept != 1 || last.Totals.Games != 8 || last.Totals.Learnt == 0 {
		t.Errorf("in the end %+v", last)
	}
	for n, data := range bytesOf(t, one) {
		if !bytes.Equal(data, want[n]) {
			t.Errorf("shard %d differs when it is made again", n)
		}
	}
}

// Another plan or player makes other games, and leaves those of others alone.
func TestOtherOrigin(t *testing.T) {
	m := small(t.TempDir(), 1)
	makeAll(t, m)
	was := bytesOf(t, m)
	for what, change := range map[string]func(*Origin){
		"seed": func(o *Origin) { o.Plan.Seed++ }, "player": func(o *Origin) { o.Player = "other" }, "temperature": func(o *Origin) { o.Plan.Temperature = 0.5 },
	} {
		other := m
		change(&other.Origin)
		if err := other.WriteMissing(context.Background()); !errors.Is(err, ErrOrigin) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for n, data := range bytesOf(t, m) {
		if !bytes.Equal(data, was[n]) {
			t.Errorf("shard %d has changed", n)
		}
	}
	elsewhere := small(t.TempDir(), 1)
	elsewhere.Origin.Plan.Seed++
	makeAll(t, elsewhere)
	s, err := Read(m.Dir, 0, m.Origin)
	if err != nil {
		t.Fatal(err)
	}
	next, err := Read(m.Dir, 1, m.Origin)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Read(elsewhere.Dir, 0, elsewhere.Origin)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(s.Games[0].appendPacked(nil), o.Games[0].appendPacked(nil)) ||
		bytes.Equal(s.Games[0].appendPacked(nil), s.Games[1].appendPacked(nil)) ||
		bytes.Equal(s.Games[0].appendPacked(nil), next.Games[0].appendPacked(nil)) {
		t.Error("games of different random numbers are alike")
	}
}

// Every kind of damage is seen, also one that the sum has been made to fit.
func TestDamagedShards(t *testing.T) {
	m := small(t.TempDir(), 1)
	m.Origin.Plan.Games = 3
	makeAll(t, m)
	good := bytesOf(t, m)[0]
	var h shardHeader
	packed, err := store.Read(shardName(m.Dir, 0), &h)
	if err != nil {
		t.Fatal(err)
	}
	forged := func(change func(h *shardHeader, packed []byte) []byte) func(string) error {
		return func(name string) error {
			h := h
			packed := change(&h, bytes.Clone(packed))
			return store.Write(name, h, packed)
		}
	}
	plain := func(data []byte) func(string) error {
		return func(name string) error { return os.WriteFile(name, data, 0o666) }
	}
	for what, write := range map[string]func(string) error{
		"empty":            plain(nil),
		"torn":             plain(good[:len(good)-1]),
		"another's number": plain(bytes.Replace(good, []byte(`"shard":0`), []byte(`"shard":1`), 1)),
		"another format":   forged(func(h *shardHeader, b []byte) []byte { h.Format++; return b }),
		"other totals":     forged(func(h *shardHeader, b []byte) []byte { h.Totals.Results[0]++; return b }),
		"a game less":      forged(func(h *shardHeader, _ []byte) []byte { h.Totals = Totals{}; return nil }),
		"half a game":      forged(func(_ *shardHeader, b []byte) []byte { return b[:len(b)-2] }),
		"no side to move":  forged(func(_ *shardHeader, b []byte) []byte { b[12] = 2; return b }),
		"no such result":   forged(func(_ *shardHeader, b []byte) []byte { b[13] = 3; return b }),
		"no such board":    forged(func(_ *shardHeader, b []byte) []byte { b[4] |= b[0]; return b }),
		"no such move":     forged(func(_ *shardHeader, b []byte) []byte { b[16] ^= 0x40; return b }),
	} {
		if err := write(shardName(m.Dir, 0)); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(m.Dir, 0, m.Origin); !store.MustBeMade(err) || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", what, err)
		}
	}
	makeAll(t, m)
	if !bytes.Equal(bytesOf(t, m)[0], good) {
		t.Error("made again, it is another")
	}
}

// An interrupted writer leaves whole files only, and says that it was interrupted.
func TestInterruptedMaker(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := small(t.TempDir(), 1)
	m.Progress = func(Progress) { cancel() }
	if err := m.WriteMissing(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := Read(m.Dir, 0, m.Origin); err != nil {
		t.Error(err)
	}
	if _, err := Read(m.Dir, 1, m.Origin); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it has gone on: %v", err)
	}
}

// All faults of a plan are reported at once, and a player that cannot be made.
func TestBadPlan(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
	m := small(t.TempDir(), 1)
	m.Origin.Plan = Plan{Full: 2, Opening: -1, Even: -1, Temperature: -1}
	err := m.WriteMissing(context.Background())
	for _, want := range []string{"games: 0", "a file: 0", "full search: 0", "fast search: 0", "full searches: 2", "chance: -1", "beginning: -1", "temperature: -1", "cooling: 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	m = small(t.TempDir(), 0)
	if err := m.WriteMissing(context.Background()); err == nil || !strings.Contains(err.Error(), "0 workers") {
		t.Error(err)
	}
	bad := errors.New("no such player")
	m = small(t.TempDir(), 2)
	m.NewEvaluator = func() (net.Evaluator, error) { return nil, bad }
	if err := m.WriteMissing(context.Background()); !errors.Is(err, bad) {
		t.Error(err)
	}
}
