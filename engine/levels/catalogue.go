package levels

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/generations"
)

// The two ladders from which levels are offered.
const (
	Searches    = "search"
	Generations = "generations"
)

// A Catalogue has all levels by their names: those of the search, and the generations of the self-taught player.
type Catalogue struct {
	generations generations.Set
	endings     *endgame.Tables // for levels with Endings
}

// Sources are the folders from which a catalogue is made; "" means what is in the program.
type Sources struct {
	Generations string // in place of the shipped generations
	Endings     string // tables of five pieces, in addition to the embedded ones
}

// Open makes a catalogue.
func Open(s Sources) (*Catalogue, error) {
	c := Catalogue{endings: endgame.Embedded()}
	var err error
	if c.generations, err = readGenerations(s.Generations); err != nil {
		return nil, fmt.Errorf("levels: %w", err)
	}
	if s.Endings != "" {
		if c.endings, err = endgame.Open(os.DirFS(s.Endings)); err != nil {
			return nil, fmt.Errorf("levels: folder %s: %w", absolutePath(s.Endings), err)
		}
	}
	return &c, nil
}

func readGenerations(folder string) (generations.Set, error) {
	if folder == "" {
		return generations.Shipped()
	}
	set, err := generations.Read(os.DirFS(folder))
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", absolutePath(folder), err)
	}
	return set, nil
}

// absolutePath is for error messages: a relative path begins where the program was started, which may not be where the
// reader thinks.
func absolutePath(folder string) string {
	if path, err := filepath.Abs(folder); err == nil {
		return path
	}
	return folder
}

// shippedCatalogue is made of what is in the program.
var shippedCatalogue = sync.OnceValues(func() (*Catalogue, error) { return Open(Sources{}) })

// Ladder lists the levels of a ladder from the weakest to the strongest. The ladder of generations may be empty.
func (c *Catalogue) Ladder(name string) []engine.Level {
	if name != Generations {
		return slices.Clone(searchLevels)
	}
	list := make([]engine.Level, len(c.generations))
	for i, g := range c.generations {
		list[i] = generationLevel(g, i == len(list)-1)
	}
	return list
}

// FindOnLadder finds the level of a ladder by a name: the level of that name, else the one that stands as far up as the
// search's level of that name.
func (c *Catalogue) FindOnLadder(ladder, name string) (engine.Level, error) {
	steps := c.Ladder(ladder)
	if i := slices.IndexFunc(steps, hasName(name)); i >= 0 {
		return steps[i], nil
	}
	i := slices.IndexFunc(searchLevels, hasName(name))
	if i < 0 || len(steps) == 0 {
		return engine.Level{}, fmt.Errorf(
			"levels: no level %q on the ladder of %s: it has %s", name, ladder, strings.Join(levelNames(steps), ", "),
		)
	}
	return steps[int(math.Round(float64(i*(len(steps)-1))/float64(len(searchLevels)-1)))], nil
}

// allLevels lists both ladders, the search's first.
func (c *Catalogue) allLevels() []engine.Level {
	return slices.Concat(searchLevels, c.Ladder(Generations))
}

// Names lists the levels of both ladders, the search's first.
func (c *Catalogue) Names() []string { return levelNames(c.allLevels()) }

// Lookup finds a level of either ladder by its name.
func (c *Catalogue) Lookup(name string) (engine.Level, error) {
	all := c.allLevels()
	if i := slices.IndexFunc(all, hasName(name)); i >= 0 {
		return all[i], nil
	}
	if len(all) == len(searchLevels) && strings.HasPrefix(name, generations.Prefix) {
		return engine.Level{}, fmt.Errorf("levels: no level %q: %w", name, generations.ErrNone)
	}
	return engine.Level{}, fmt.Errorf("levels: no level %q: there are %s", name, strings.Join(levelNames(all), ", "))
}

// hasName is a predicate for slices.IndexFunc.
func hasName(name string) func(engine.Level) bool {
	return func(l engine.Level) bool { return l.Name == name }
}

// New builds a player of a level. Players of different seeds choose differently where the level leaves them a choice.
func (c *Catalogue) New(name string, seed uint64) (engine.Player, engine.Level, error) {
	l, err := c.Lookup(name)
	if err != nil {
		return nil, l, err
	}
	if l.Weights == "" {
		return newSearchPlayer(l, c.endings, seed), l, nil
	}
	g, err := c.generations.Find(name)
	if err != nil {
		return nil, l, err
	}
	p, err := newNetworkPlayer(g, c.endings, seed)
	return p, l, err
}

// Lookup finds a level of the search, or a generation that is in the program.
func Lookup(name string) (engine.Level, error) {
	c, err := shippedCatalogue()
	if err != nil {
		return engine.Level{}, err
	}
	return c.Lookup(name)
}

// New builds a player of a level of the search, or of a generation that is in the program.
func New(name string, seed uint64) (engine.Player, engine.Level, error) {
	c, err := shippedCatalogue()
	if err != nil {
		return nil, engine.Level{}, err
	}
	return c.New(name, seed)
}
