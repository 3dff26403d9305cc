package patterns

import (
	"fmt"
	"os"
	"path/filepath"

	"crownhead/engine/pattern"
	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// A Generation is games, the weights that were fitted to them and to those of the generations before, and a match.
type Generation struct {
	Number   int     `json:"number"`
	Plan     Plan    `json:"plan"`
	Player   string  `json:"player"`  // who played the games: a name or the sum of his weights
	Games    int     `json:"games"`   // of all generations so far
	Results  [3]int  `json:"results"` // White's losses, draws and wins
	Samples  int     `json:"samples"` // of all games fitted to, those held out left out
	Curve    []Epoch `json:"curve"`
	Loss     float64 `json:"loss"`   // of the results of games held out
	Before   float64 `json:"before"` // the same, of the player's evaluation
	Reliable []Bin   `json:"reliability"`
	Match    Tally   `json:"match"` // against the player
	Accepted bool    `json:"accepted"`
	Sum      string  `json:"sum"`     // of the weights
	Seconds  float64 `json:"seconds"` // since it was begun or taken up again
}

// A Tally is how a match ended for the new weights.
type Tally struct {
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Elo    float64 `json:"elo"`
	Low    float64 `json:"elo_low"` // of 95 %
	High   float64 `json:"elo_high"`
}

// Files of a generation's folder.
const (
	gamesDir    = "games"
	planFile    = "plan.json"
	fitFile     = "fit.state"
	weightsFile = "weights.pat"
	recordFile  = "generation.json"
)

func generationDir(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("generation-%02d", n))
}

// Begun tells whether a folder has a training of this kind.
func Begun(dir string) bool {
	_, err := os.Stat(generationDir(dir, 1))
	return err == nil
}

// Generations reads the records of the generations that are finished.
func Generations(dir string) ([]Generation, error) {
	read := func(n int) (Generation, error) { return readRecord(dir, n) }
	return store.Series(read, func(Generation) bool { return true })
}

// readRecord reads the record of a generation.
func readRecord(dir string, n int) (g Generation, err error) {
	name := filepath.Join(generationDir(dir, n), recordFile)
	if g, err = store.ReadSound(name, func(g *Generation) error { return g.fault(n) }); err != nil {
		return g, fmt.Errorf("patterns: %w", err)
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
	return nil
}

// evaluationOf finds a player's evaluation by its name.
func evaluationOf(name string) (search.Evaluator, error) {
	switch name {
	case "embedded":
		return pattern.Embedded(), nil
	case "material":
		return search.Material{}, nil
	}
	return nil, fmt.Errorf("player %q: want embedded or material", name)
}

// readWeights reads a generation's weights.
func readWeights(dir string, n int) (*pattern.Evaluation, pattern.Header, error) {
	name := filepath.Join(generationDir(dir, n), weightsFile)
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
