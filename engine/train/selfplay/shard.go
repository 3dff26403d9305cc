package selfplay

import (
	"errors"
	"fmt"
	"path/filepath"

	"crownhead/engine/train/store"
)

// An Origin is all that the games of a shard follow from, besides their numbers.
type Origin struct {
	Plan   Plan   `json:"plan"`
	Player string `json:"player"` // a name, or the digest of the weights
}

// A Shard is a file's worth of games.
type Shard struct {
	Totals Totals
	Games  []Game
}

// Totals are added up over games.
type Totals struct {
	Games     int    `json:"games"`
	Results   [3]int `json:"results"` // White's losses, draws and wins
	Decisions int    `json:"decisions"`
	Learnt    int    `json:"learnt"` // decisions that are learnt
}

// addGame counts a game.
func (t *Totals) addGame(g *Game) {
	t.Games++
	t.Results[g.White+1]++
	t.Decisions += len(g.Decisions)
	for i := range g.Decisions {
		if len(g.Decisions[i].Policy) > 0 {
			t.Learnt++
		}
	}
}

// Add adds other games.
func (t *Totals) Add(u Totals) {
	t.Games += u.Games
	for i, n := range u.Results {
		t.Results[i] += n
	}
	t.Decisions += u.Decisions
	t.Learnt += u.Learnt
}

// A shardHeader is the first line of a shard's file.
type shardHeader struct {
	Format int    `json:"crownhead_games"`
	Origin Origin `json:"origin"`
	Shard  int    `json:"shard"`
	Totals Totals `json:"totals"`
}

const shardFormat = 1

func shardName(dir string, n int) string { return filepath.Join(dir, fmt.Sprintf("%05d.games", n)) }

// writeTo makes the shard's file in a folder.
func (s *Shard) writeTo(dir string, n int, o Origin) error {
	var packed []byte
	for i := range s.Games {
		packed = s.Games[i].appendPacked(packed)
	}
	if err := store.Write(shardName(dir, n), shardHeader{shardFormat, o, n, s.Totals}, packed); err != nil {
		return fmt.Errorf("selfplay: writing games: %w", err)
	}
	return nil
}

// ErrOrigin is returned for games of another plan or player.
var ErrOrigin = errors.New("games of another origin")

// Read reads the n-th shard of a folder. One that is missing gives fs.ErrNotExist, one that is
// damaged store.ErrDamaged, and one of another origin ErrOrigin.
func Read(dir string, n int, want Origin) (*Shard, error) {
	name := shardName(dir, n)
	var h shardHeader
	packed, err := store.Read(name, &h)
	switch {
	case err != nil:
		return nil, fmt.Errorf("selfplay: reading games: %w", err)
	case h.Format != shardFormat || h.Shard != n:
		return nil, fmt.Errorf("selfplay: %s: %w: shard %d in format %d", name, store.ErrDamaged, h.Shard, h.Format)
	case h.Origin != want:
		return nil, fmt.Errorf("selfplay: %s: %w: made with %+v, not with %+v", name, ErrOrigin, h.Origin, want)
	}
	s := &Shard{}
	for r := (&byteReader{rest: packed}); len(r.rest) > 0; {
		g, err := unpackGame(r)
		if err != nil {
			return nil, fmt.Errorf("%s, game %d: %w: %w", name, len(s.Games)+1, store.ErrDamaged, err)
		}
		s.Games = append(s.Games, g)
		s.Totals.addGame(&g)
	}
	if s.Totals != h.Totals || s.Totals.Games != want.Plan.gamesInShard(n) {
		return nil, fmt.Errorf("selfplay: %s: %w: %+v, its header says %+v", name, store.ErrDamaged, s.Totals, h.Totals)
	}
	return s, nil
}
