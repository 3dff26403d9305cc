package patterns

import (
	"errors"
	"fmt"
	"os"

	"crownhead/engine/pattern"
	"crownhead/engine/train/loop"
)

// A Generation is games, the weights that were fitted to them and to those of the generations
// before, and a match.
type Generation struct {
	Number   int              `json:"number"`
	Plan     Plan             `json:"plan"`
	Player   string           `json:"player"`  // of the games: a name, or the checksum of the weights
	Games    int              `json:"games"`   // of all generations so far
	Results  [3]int           `json:"results"` // White's losses, draws and wins
	Samples  int              `json:"samples"` // fitted to, of all generations so far
	Curve    []Epoch          `json:"curve"`
	Loss     float64          `json:"loss"`   // of the results of games held out
	Before   float64          `json:"before"` // the same, of the player's evaluation
	Reliable []CalibrationBin `json:"reliability"`
	Match    MatchTally       `json:"match"` // against the player
	Accepted bool             `json:"accepted"`
	Sum      string           `json:"sum"`     // the checksum of the weights
	Seconds  float64          `json:"seconds"` // since it was begun or continued
}

// A MatchTally is how a match ended for the new weights.
type MatchTally struct {
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Elo    float64 `json:"elo"`
	Low    float64 `json:"elo_low"` // of 95 %
	High   float64 `json:"elo_high"`
}

// weightsFile is the name of the weights in a generation's folder.
const weightsFile = "weights.pat"

// foldersIn are the generations' folders in a training's folder.
func foldersIn(dir string) loop.Folders[Generation] {
	return loop.Folders[Generation]{Dir: dir, Digits: 2, Check: (*Generation).checkRecord}
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
	return nil
}

// gamesOrigin is what a generation's games follow from.
func (g *Generation) gamesOrigin() Origin {
	return Origin{Seed: g.Plan.Seed, Nodes: g.Plan.Nodes, Player: g.Player, Games: g.Plan.gamesPerShard()}
}

// lastAccepted is the generation that was accepted last; nil if there is none.
func lastAccepted(all []Generation) *Generation {
	return loop.LastAccepted(all, func(g *Generation) bool { return g.Accepted })
}

// readWeights reads a generation's weights.
func readWeights(dir string, n int) (*pattern.Evaluation, pattern.Header, error) {
	name := foldersIn(dir).Path(n, weightsFile)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, pattern.Header{}, fmt.Errorf("patterns: %w", err)
	}
	e, h, err := pattern.Read(data)
	if err != nil {
		return nil, h, fmt.Errorf("patterns: %s: %w", name, err)
	}
	return e, h, nil
}

// ErrNone is returned where no generation has been accepted yet.
var ErrNone = errors.New("no generation has been accepted")

// Best reads the file of the weights that were accepted last.
func Best(dir string, all []Generation) ([]byte, error) {
	best := lastAccepted(all)
	if best == nil {
		return nil, fmt.Errorf("patterns: %s: %w", dir, ErrNone)
	}
	data, err := os.ReadFile(foldersIn(dir).Path(best.Number, weightsFile))
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	return data, nil
}
