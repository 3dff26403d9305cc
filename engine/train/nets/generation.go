package nets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// A Generation is games, a net that has learnt from them and from those of the generations before, and a match.
type Generation struct {
	Number int    `json:"number"`
	Plan   Plan   `json:"plan"`
	Player string `json:"player"` // who played the games: the digest of a net, or Untaught
	Parent string `json:"parent"` // the digest of the net from which learning went on
	Sum    string `json:"sum"`    // the digest of its own

	Games  int             `json:"games"`  // of all generations so far
	Own    selfplay.Totals `json:"own"`    // of its own games
	Learnt int             `json:"learnt"` // examples in the window
	Held   int             `json:"held"`   // and held out

	Curve    []Point `json:"curve"`
	Reliable []Bin   `json:"reliability"` // of the value, on examples held out
	Constant float64 `json:"constant"`    // the Brier score of who always expects the average

	Gate     Tally   `json:"gate"` // the match against the player
	Elo      float64 `json:"elo"`  // above Untaught, as the matches add up
	Accepted bool    `json:"accepted"`
	Finished bool    `json:"finished"`

	Pace   Pace   `json:"pace"`
	Played Sample `json:"played"` // a game of self-play
	Won    Sample `json:"won"`    // the last game that it won in the match, if any
}

// Pace is how fast things went when they were last done.
type Pace struct {
	Games    float64 `json:"games_hour"`
	Examples float64 `json:"examples_second"`
	Playouts float64 `json:"playouts_second"` // in the match
	Seconds  float64 `json:"seconds"`         // since the generation was begun or taken up again
}

// A Tally is how a match ended for the new net.
type Tally struct {
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"` // of 95 %
	High    float64 `json:"elo_high"`
	Verdict string  `json:"verdict"` // of the sequential test: "H1", "H0" or ""
}

// Untaught is the name of the player of the first games: the search without a network.
const Untaught = "untaught"

// Files of a generation's folder.
const (
	gamesDir    = "games"
	planFile    = "plan.json"
	fitFile     = "fit.state"
	weightsFile = "weights.safetensors"
	gateFile    = "gate.pdn"
	recordFile  = "generation.json"
)

func generationDir(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("generation-%03d", n))
}

// Begun tells whether a folder has a training of this kind.
func Begun(dir string) bool {
	_, err := os.Stat(generationDir(dir, 1))
	return err == nil
}

// Generations reads the records of the generations that are finished.
func Generations(dir string) ([]Generation, error) {
	read := func(n int) (Generation, error) { return readRecord(dir, n) }
	return store.Series(read, func(g Generation) bool { return g.Finished })
}

func readRecord(dir string, n int) (g Generation, err error) {
	name := filepath.Join(generationDir(dir, n), recordFile)
	if g, err = store.ReadSound(name, func(g *Generation) error { return g.fault(n) }); err != nil {
		return g, fmt.Errorf("nets: %w", err)
	}
	return g, nil
}

// fault is why a record can't be the n-th generation's, if it can't.
func (g *Generation) fault(n int) error {
	if g.Number != n {
		return fmt.Errorf("it is of generation %d", g.Number)
	}
	if err := (Settings{Generations: n, Workers: 1, Plan: g.Plan}).Validate(); err != nil {
		return fmt.Errorf("its plan: %w", err)
	}
	if g.Finished && (g.Sum == "" || len(g.Curve) == 0) {
		return errors.New("it is finished, but has no net or no fit")
	}
	for _, s := range []Sample{g.Played, g.Won} {
		if len(s.Moves) == 0 {
			continue
		}
		if _, err := s.positions(); err != nil {
			return err
		}
	}
	return nil
}

// exam is how the net did in the end on examples that were held out.
func (g *Generation) exam() Exam {
	if len(g.Curve) == 0 {
		return Exam{}
	}
	return g.Curve[len(g.Curve)-1].Held
}

// Loss is that of the examples that were held out.
func (g *Generation) Loss() float64 { return g.exam().Policy + g.exam().Value }

// lastAccepted is the generation that was accepted last; nil if there is none.
func lastAccepted(all []Generation) *Generation {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Accepted {
			return &all[i]
		}
	}
	return nil
}

// digest is a short name for a file, which no other file has.
func digest(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:8])
}

// readNet reads a generation's net, which must be the one of the record.
func readNet(dir string, g *Generation) (*net.Net, error) {
	name := filepath.Join(generationDir(dir, g.Number), weightsFile)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if sum := digest(data); sum != g.Sum {
		return nil, fmt.Errorf("nets: %s: %w: its digest is %s, that of the record %s: the file has changed", name, store.ErrTorn, sum, g.Sum)
	}
	n, err := net.Read(data)
	if err != nil {
		return nil, fmt.Errorf("nets: %s: %w", name, err)
	}
	return n, nil
}
