package patterns

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// small makes few games quickly.
func small(dir string, workers int) *gamesMaker {
	return &gamesMaker{
		dir: dir, origin: Origin{Seed: 3, Nodes: 30, Player: "material", Games: 2}, shards: 3, workers: workers,
		player: search.Material{}, progress: func(string) {},
	}
}

func bytesOf(t *testing.T, dir string, shards int) (all [][]byte) {
	t.Helper()
	for n := range shards {
		data, err := os.ReadFile(shardName(dir, n))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	return all
}

// The games follow from seed and shard, not from when they were made, and by how many workers; what
// is there is kept, and a file that is damaged is reported and comes back as it was.
func TestGamesComeAgain(t *testing.T) {
	one, three := t.TempDir(), t.TempDir()
	for _, m := range []*gamesMaker{small(one, 1), small(three, 3)} {
		if err := m.makeMissing(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	want := bytesOf(t, one, 3)
	for n, data := range bytesOf(t, three, 3) {
		if !bytes.Equal(data, want[n]) {
			t.Errorf("shard %d differs with more workers", n)
		}
	}
	if bytes.Equal(want[0], want[1]) {
		t.Error("two shards are alike")
	}
	torn := bytes.Clone(want[1][:len(want[1])-5])
	if err := os.WriteFile(shardName(one, 1), torn, 0o666); err != nil {
		t.Fatal(err)
	}
	kept, err := os.Stat(shardName(one, 0))
	if err != nil {
		t.Fatal(err)
	}
	m := small(one, 1)
	var notes []string
	m.progress = func(note string) { notes = append(notes, note) }
	if err := m.makeMissing(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(notes) != 3 || notes[0] != "" || !strings.Contains(notes[1], "made again") ||
		!strings.Contains(notes[1], shardName(one, 1)) {
		t.Errorf("notes %q", notes)
	}
	if again := bytesOf(t, one, 3); !bytes.Equal(again[1], want[1]) {
		t.Error("the shard that was torn is another one now")
	}
	if now, err := os.Stat(shardName(one, 0)); err != nil || !os.SameFile(kept, now) ||
		now.ModTime() != kept.ModTime() {
		t.Error("a shard that was whole has been made again")
	}
}

// Every kind of damage is seen; games of another origin are not overwritten.
func TestDamagedShards(t *testing.T) {
	dir := t.TempDir()
	m := small(dir, 1)
	m.shards = 1
	if err := m.makeMissing(context.Background()); err != nil {
		t.Fatal(err)
	}
	good := bytesOf(t, dir, 1)[0]
	end := bytes.IndexByte(good, '\n') + 1
	for name, data := range map[string][]byte{
		"empty": {}, "no header": good[end:], "a bit": flip(good,
			len(good)-3), "header alone": good[:end], "longer": append(bytes.Clone(good), 0),
		"another's number": bytes.Replace(good, []byte(`"shard":0`), []byte(`"shard":1`), 1),
	} {
		if err := os.WriteFile(shardName(dir, 0), data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readShard(dir, 0, m.origin); !store.MustBeMade(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(shardName(dir, 0), good, 0o666); err != nil {
		t.Fatal(err)
	}
	other := small(dir, 1)
	other.origin.Seed++
	if err := other.makeMissing(context.Background()); err == nil || !strings.Contains(err.Error(), "Seed:4") {
		t.Errorf("games of another seed: %v", err)
	}
}

func flip(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0x10
	return data
}

// An interrupted maker leaves whole files only, and says that it was interrupted.
func TestInterruptedMaker(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	m := small(dir, 1)
	m.progress = func(string) { cancel() }
	if err := m.makeMissing(ctx); err == nil {
		t.Error("nothing said")
	}
	if _, err := readShard(dir, 0, m.origin); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(shardName(dir, 2)); err == nil {
		t.Error("it has gone on")
	}
}

// Samples are quiet, seen from their mover, with the game's result for the mover.
func TestSamples(t *testing.T) {
	p := newSelfPlayer(search.Material{}, 30, 1, 1)
	for range 20 {
		g, err := p.makeGame(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range g.samples {
			p, other := s.Position(), s.Position()
			other.Turn = p.Turn.Other()
			if p.CanCapture() || other.CanCapture() || p.Validate() != nil {
				t.Errorf("%s is not quiet", p.FEN())
			}
			if s != unpackSample(s.appendPacked(nil)) {
				t.Errorf("%+v comes back as %+v", s, unpackSample(s.appendPacked(nil)))
			}
			white := s.Result
			if s.Ply%2 == 1 {
				white = Won - white
			}
			if white != g.white {
				t.Errorf("sample %d: White's result %d, the game's %d", i, white, g.white)
			}
		}
	}
}

// A game is over when the rules or the tables say so, for White.
func TestAdjudicate(t *testing.T) {
	for fen, want := range map[string]struct {
		white Result
		known bool
	}{
		"W:WKd4,Kc1,Kg1:BKb8": {Won, true}, "B:WKb8:BKd4,Kc1,Kg1": {Lost, true}, "B:WKc1,Ke1,Kg1:BKa5": {
			Drawn,
			false,
		}, // the counts may end the game before
		"W:WKc1,Ke1:BKh8": {Drawn, true}, "W:Wa3:Bb4,c5": {Lost, true}, "W:Wa1,c1,e1:Bb8,d8": {Drawn, false},
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if white, known := adjudicate(board.NewGame(p, board.FederationRules)); white != want.white ||
			known != want.known {
			t.Errorf("%s: %d, %v", fen, white, known)
		}
	}
}
