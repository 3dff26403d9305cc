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

// A Catalogue is all levels that there are by their names: those of the search, and the generations of the player that
// taught itself.
type Catalogue struct {
	generations generations.Set
	endings     *endgame.Tables // that levels know which know any
}

// Sources are the folders that a catalogue is made of besides the program; "": nothing besides.
type Sources struct {
	Generations string // in place of those in the program, of which there may be none
	Endings     string // tables of five pieces
}

// Open makes a catalogue.
func Open(s Sources) (*Catalogue, error) {
	c := Catalogue{endings: endgame.Embedded()}
	var err error
	if c.generations, err = generationsOf(s.Generations); err != nil {
		return nil, fmt.Errorf("levels: %w", err)
	}
	if s.Endings != "" {
		if c.endings, err = endgame.Open(os.DirFS(s.Endings)); err != nil {
			return nil, fmt.Errorf("levels: folder %s: %w", fromRoot(s.Endings), err)
		}
	}
	return &c, nil
}

func generationsOf(folder string) (generations.Set, error) {
	if folder == "" {
		return generations.Shipped()
	}
	set, err := generations.Read(os.DirFS(folder))
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", fromRoot(folder), err)
	}
	return set, nil
}

// fromRoot is the path of a folder from the root on: one that begins elsewhere begins where the program was started, which may not be where its
// reader thinks.
func fromRoot(folder string) string {
	if path, err := filepath.Abs(folder); err == nil {
		return path
	}
	return folder
}

// shipped is the catalogue of what is in the program.
var shipped = sync.OnceValues(func() (*Catalogue, error) { return Open(Sources{}) })

// Ladder lists the levels of a ladder from the weakest to the strongest. That of generations is empty where there are none.
func (c *Catalogue) Ladder(name string) []engine.Level {
	if name != Generations {
		return slices.Clone(table)
	}
	list := make([]engine.Level, len(c.generations))
	for i, g := range c.generations {
		list[i] = levelOf(g, i == len(list)-1)
	}
	return list
}

// FindOnLadder is the level of a ladder that a name means: the one that is called so, else the one that stands as far up as the search's
// level of that name.
func (c *Catalogue) FindOnLadder(ladder, name string) (engine.Level, error) {
	steps := c.Ladder(ladder)
	if i := slices.IndexFunc(steps, called(name)); i >= 0 {
		return steps[i], nil
	}
	i := slices.IndexFunc(table, called(name))
	if i < 0 || len(steps) == 0 {
		return engine.Level{}, fmt.Errorf("levels: no %q on the ladder of %s: there are %s", name, ladder, strings.Join(namesOf(steps), ", "))
	}
	return steps[int(math.Round(float64(i*(len(steps)-1))/float64(len(table)-1)))], nil
}

// all is both ladders, the search's first.
func (c *Catalogue) all() []engine.Level { return slices.Concat(table, c.Ladder(Generations)) }

// Names lists the levels of both ladders, the search's first.
func (c *Catalogue) Names() []string { return namesOf(c.all()) }

// Lookup finds a level by its name, whatever ladder it is of.
func (c *Catalogue) Lookup(name string) (engine.Level, error) {
	all := c.all()
	if i := slices.IndexFunc(all, called(name)); i >= 0 {
		return all[i], nil
	}
	if len(all) == len(table) && strings.HasPrefix(name, generations.Prefix) {
		return engine.Level{}, fmt.Errorf("levels: no level %q: %w", name, generations.ErrNone)
	}
	return engine.Level{}, fmt.Errorf("levels: no level %q: there are %s", name, strings.Join(namesOf(all), ", "))
}

func called(name string) func(engine.Level) bool {
	return func(l engine.Level) bool { return l.Name == name }
}

// New builds a player of a level. Players of different seeds choose differently where the level leaves them a choice.
func (c *Catalogue) New(name string, seed uint64) (engine.Player, engine.Level, error) {
	l, err := c.Lookup(name)
	if err != nil {
		return nil, l, err
	}
	if l.Weights == "" {
		return newPlayer(l, c.endings, seed), l, nil
	}
	g, err := c.generations.Find(name)
	if err != nil {
		return nil, l, err
	}
	p, err := newLearned(g, c.endings, seed)
	return p, l, err
}
