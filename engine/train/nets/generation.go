package nets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// A Generation is games, a net that has learnt from them and from those of the generations before,
// and a match.
type Generation struct {
	Number int    `json:"number"`
	Plan   Plan   `json:"plan"`
	Player string `json:"player"` // of the games: the digest of a net, or RolloutPlayer
	Parent string `json:"parent"` // the digest of the net from which learning went on
	Sum    string `json:"sum"`    // the digest of its own net

	Games  int             `json:"games"`  // of all generations so far
	Own    selfplay.Totals `json:"own"`    // of its own games
	Learnt int             `json:"learnt"` // examples in the window
	Held   int             `json:"held"`   // examples held out

	Curve    []CurvePoint     `json:"curve"`
	Reliable []CalibrationBin `json:"reliability"` // of the value, on examples held out
	Constant float64          `json:"constant"`    // the Brier score of always expecting the average

	Gate     MatchTally `json:"gate"` // the match against the player
	Elo      float64    `json:"elo"`  // above RolloutPlayer, as the matches add up
	Accepted bool       `json:"accepted"`
	Finished bool       `json:"finished"`

	Pace   Pace       `json:"pace"`
	Played SampleGame `json:"played"` // a game of self-play
	Won    SampleGame `json:"won"`    // the last game that it won in the match, if any
}

// Pace is how fast things went when they were last done.
type Pace struct {
	Games    float64 `json:"games_hour"`
	Examples float64 `json:"examples_second"`
	Playouts float64 `json:"playouts_second"` // in the match
	Seconds  float64 `json:"seconds"`         // since the generation was begun or continued
}

// A MatchTally is how a match ended for the new net.
type MatchTally struct {
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"` // of 95 %
	High    float64 `json:"elo_high"`
	Verdict string  `json:"verdict"` // of the sequential test: "H1", "H0" or ""
}

// RolloutPlayer is the name of the player of the first games: the search without a network, whose
// evaluations are random games.
const RolloutPlayer = "untaught"

// Files of a generation's folder, beside those of every training.
const (
	weightsFile = "weights.safetensors"
	gateFile    = "gate.pdn"
)

// foldersIn are the generations' folders in a training's folder.
func foldersIn(dir string) loop.Folders[Generation] {
	return loop.Folders[Generation]{
		Dir: dir, Digits: 3, Check: (*Generation).checkRecord,
		Complete: func(g *Generation) bool { return g.Finished },
	}
}

// Begun reports whether a folder has a training of this kind.
func Begun(dir string) bool { return foldersIn(dir).Begun() }

// Generations reads the records of the generations that are finished.
func Generations(dir string) ([]Generation, error) { return foldersIn(dir).Finished() }

// checkRecord finds what is wrong with a record that claims to be the n-th generation's.
func (g *Generation) checkRecord(n int) error {
	if g.Number != n {
		return fmt.Errorf("it is of generation %d", g.Number)
	}
	if err := (Settings{Generations: n, Workers: 1, Plan: g.Plan}).Validate(); err != nil {
		return fmt.Errorf("its plan: %w", err)
	}
	if g.Finished && (g.Sum == "" || len(g.Curve) == 0) {
		return errors.New("it is finished, but has no net or no fit")
	}
	for _, s := range []SampleGame{g.Played, g.Won} {
		if len(s.Moves) == 0 {
			continue
		}
		if _, err := s.replayPositions(); err != nil {
			return err
		}
	}
	return nil
}

// name is what a generation is called among players.
func (g *Generation) name() string { return "generation " + strconv.Itoa(g.Number) }

// gamesOrigin is what a generation's games follow from.
func (g *Generation) gamesOrigin() selfplay.Origin {
	return selfplay.Origin{Plan: g.Plan.Plan, Player: g.Player}
}

// gamesIn is the folder of a generation's games in a training's folder.
func (g *Generation) gamesIn(dir string) string { return foldersIn(dir).Path(g.Number, loop.GamesDir) }

// holdout is how the net did in the end on examples that were held out.
func (g *Generation) holdout() HoldoutMetrics {
	if len(g.Curve) == 0 {
		return HoldoutMetrics{}
	}
	return g.Curve[len(g.Curve)-1].Held
}

// Loss is that of the examples that were held out.
func (g *Generation) Loss() float64 { return g.holdout().Policy + g.holdout().Value }

// lastAccepted is the generation that was accepted last; nil if there is none.
func lastAccepted(all []Generation) *Generation {
	return loop.LastAccepted(all, func(g *Generation) bool { return g.Accepted })
}

// digest is a short name for a file, which no other file has.
func digest(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:8])
}

// readNet reads a generation's net, which must be the one of the record.
func readNet(dir string, g *Generation) (*net.Net, error) {
	name := foldersIn(dir).Path(g.Number, weightsFile)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if sum := digest(data); sum != g.Sum {
		return nil, fmt.Errorf("nets: %s: %w: its digest is %s, that of the record %s: the file has changed", name,
			store.ErrDamaged, sum, g.Sum)
	}
	n, err := net.Read(data)
	if err != nil {
		return nil, fmt.Errorf("nets: %s: %w", name, err)
	}
	return n, nil
}

// TrainingMethod is what the files of this package's nets name as their way of learning.
const TrainingMethod = "self-play"

// ErrNone is returned where no generation has been accepted yet.
var ErrNone = errors.New("no generation has been accepted")

// Export encodes a generation's net, with its whole origin: of the n-th, or, if n is 0, of the one
// that was accepted last.
func Export(dir string, all []Generation, n int, p net.Precision) ([]byte, *Generation, error) {
	var g *Generation
	switch {
	case n == 0:
		if g = lastAccepted(all); g == nil {
			return nil, nil, fmt.Errorf("nets: %s: %w", dir, ErrNone)
		}
	case n < 0 || n > len(all):
		return nil, nil, fmt.Errorf("nets: %s: no generation %d: %d are finished", dir, n, len(all))
	default:
		g = &all[n-1]
	}
	made, err := readNet(dir, g)
	if err != nil {
		return nil, nil, err
	}
	made.Origin.Elo = g.Elo
	file, err := made.Encode(p)
	if err != nil {
		return nil, nil, fmt.Errorf("nets: %w", err)
	}
	return file, g, nil
}
