package robot_test

import (
	"runtime"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A regularGuest plays one game after the other, and measures the heap in use at the beginning of each.
type regularGuest struct {
	robottest.QuickPerson
	game, said int
	heap       []uint64
}

var _ virtual.Person = (*regularGuest)(nil)

// Advance implements virtual.Person.
func (p *regularGuest) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	if s.Game != p.game {
		p.game = s.Game
		p.Rig.Handed, p.Rig.Archived = nil, nil
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.heap = append(p.heap, m.HeapAlloc)
	}
	if s.Phase == turn.Over {
		if s.Say.Serial != p.said {
			p.said = s.Say.Serial
			p.Rig.World.TakeTrophies()
			p.Rig.World.PlacePosition(p.Rig.Start, p.Rig.Visitor, 3)
			p.Rig.World.Press(now)
		}
		return clock.Never
	}
	return p.QuickPerson.Advance(now, s)
}

// A game that is over leaves nothing behind in the core's memory, its journal apart, which is on disk.
func TestGamesLeaveNoMemoryBehind(t *testing.T) {
	const warmUp, games = 4, 20
	rig := robottest.NewRig(t, "W:Wa1,c1,e1,b2,c3:Bb6,d8,f8,h8,g7", board.White, func(c *robot.CoreConfig) {
		c.Journal = func(journal.Header) (journal.File, error) { return discardFile{}, nil }
	})
	p := &regularGuest{QuickPerson: robottest.QuickPerson{Rig: rig, Choose: robottest.FirstMove, Mend: true}}
	cfg := rig.RunConfig(p, func(s robot.Snapshot) bool { return s.Game > games })
	cfg.Limit = 24 * time.Hour
	if _, err := virtual.Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	const slack = 1 << 10 // bytes a game: its state and its moves have more
	first, last := p.heap[warmUp], p.heap[len(p.heap)-1]
	if last > first+slack*(games-warmUp) {
		t.Errorf("the heap in use goes from %d to %d bytes in %d games: %d", first, last, games-warmUp, p.heap)
	}
}

// A discardFile takes a journal and keeps nothing.
type discardFile struct{}

var _ journal.File = discardFile{}

func (discardFile) Write(p []byte) (int, error) { return len(p), nil }
func (discardFile) Sync() error                 { return nil }
func (discardFile) Close() error                { return nil }
