package journal

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"crownhead/robot/turn"

	"github.com/rs/zerolog"
)

// The effect that archives a game is found wherever it stands, also across two readings of the file.
func TestMentionsArchive(t *testing.T) {
	const name = `"archive"`
	for _, at := range []int{0, 1, 64<<10 - len(name), 64<<10 - len(name) + 1, 64<<10 - 1, 64 << 10, 200_000} {
		text := strings.Repeat("x", at) + name + strings.Repeat("x", 1000)
		if !mentionsArchive(strings.NewReader(text)) || mentionsArchive(strings.NewReader(strings.Replace(text, "v", "w", 1))) {
			t.Errorf("%d bytes before it", at)
		}
	}
}

// A game that ended when it could not be archived is archived at the next start; one that goes on is not.
func TestArchiveFinished(t *testing.T) {
	store, err := OpenStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, ends := range map[string]bool{"000001-x": true, "000002-x": false} {
		file := &Memory{}
		file.Write(record(t))
		if ends {
			game, err := ReadKeptGame(bytes.NewReader(file.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			e := turn.Event{T: game.End, Kind: turn.EventPressed}
			_, then := turn.Step(game.State, e)
			then.Effects = append(then.Effects, turn.Effect{Kind: turn.EffectArchive})
			Continue(file).Append(e, then)
		}
		if err := os.WriteFile(store.filePath(journalDir, name, journalExt), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	store.ArchiveFinished(zerolog.Nop())
	pdn, err := os.ReadFile(store.filePath(gameDir, "000001-x", gameExt))
	if err != nil || !strings.Contains(string(pdn), "1. c3-d4 b6-a5") {
		t.Errorf("%s, %v", pdn, err)
	}
	if _, err := os.Stat(store.filePath(gameDir, "000002-x", gameExt)); err == nil {
		t.Error("a game that goes on is archived")
	}
}
