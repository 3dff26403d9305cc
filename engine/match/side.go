package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/hub"
	"crownhead/engine/levels"
	"crownhead/engine/pattern"
	"crownhead/engine/search"
)

// A Player plays game after game. It is used by one goroutine at a time.
type Player interface {
	engine.Player
	// NewGame forgets all it knows. It need not begin when ctx has ended.
	NewGame(ctx context.Context, seed uint64) error
	Close() error
}

// A Side is one of the two that play.
type Side struct {
	Name   string
	Limits engine.Limits // of each move
	Open   func(context.Context) (Player, error)
}

// SideSyntax is how a side is written.
const SideSyntax = "a level, level:limits=real, search:depth=N,nodes=N,time=S,eval=material|learned|FILE,endings=FOLDER,without=FEATURE+FEATURE,with=FEATURE, net:FILE,playouts=N,time=S, gen:N,playouts=N,time=S, or hub:COMMAND"

// evaluations are those that a search can be given by name.
var evaluations = map[string]func() search.Evaluator{
	"material": func() search.Evaluator { return search.Material{} },
	"learned":  func() search.Evaluator { return pattern.Embedded() },
}

// ParseSide reads what plays: see SideForm. The given limits hold where the text sets no others.
func ParseSide(text string, common engine.Limits) (Side, error) {
	kind, rest, _ := strings.Cut(text, ":")
	var s Side
	var err error
	switch kind {
	case "search":
		s, err = searchSide(rest, common)
	case "hub":
		s, err = hubSide(rest, common)
	case "net":
		s, err = netSide(rest, common)
	case "gen":
		s, err = generationSide(rest, common)
	default:
		s, err = levelSide(kind, rest, common)
	}
	if err != nil {
		return Side{}, fmt.Errorf("match: side %.200q: %w", text, err)
	}
	s.Name = text
	return s, nil
}

// pairsOf calls set for every key=value.
func pairsOf(text string, set func(key, value string) error) error {
	if text == "" {
		return nil
	}
	for item := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(item, "=")
		if !found || value == "" {
			return fmt.Errorf("%q: want key=value", item)
		}
		if err := set(key, value); err != nil {
			return err
		}
	}
	return nil
}

// levelSide is a level of play. Without other limits it has those of virtual time, by which a game can be repeated.
func levelSide(name, rest string, common engine.Limits) (Side, error) {
	l, err := levels.Lookup(name)
	if err != nil {
		return Side{}, err
	}
	limits := l.Fast
	if common != (engine.Limits{}) {
		limits = common
	}
	err = pairsOf(rest, func(key, value string) error {
		switch key + "=" + value {
		case "limits=real":
			limits = l.Limits
		case "limits=fast":
			limits = l.Fast
		default:
			return fmt.Errorf("%s=%s: a level knows limits=real and limits=fast", key, value)
		}
		return nil
	})
	return Side{Limits: limits, Open: func(context.Context) (Player, error) {
		return &inside{fresh: func(seed uint64) (engine.Player, error) {
			p, _, err := levels.New(name, seed)
			return p, err
		}}, nil
	}}, err
}

// searchSide is a search with options.
func searchSide(rest string, limits engine.Limits) (Side, error) {
	o := search.DefaultOptions()
	err := pairsOf(rest, func(key, value string) error { return setSearch(&o, &limits, key, value) })
	if err == nil && limits == (engine.Limits{}) {
		err = errors.New("nothing limits it: give depth=N, nodes=N or time=S")
	}
	return SearchSide(o, limits), err
}

// SearchSide is a search with these options.
func SearchSide(o search.Options, limits engine.Limits) Side {
	return Side{Limits: limits, Open: func(context.Context) (Player, error) {
		return &inside{fresh: func(uint64) (engine.Player, error) { return search.New(o), nil }}, nil
	}}
}

// hubSide is a program that speaks the Hub protocol.
func hubSide(command string, limits engine.Limits) (Side, error) {
	var err error
	switch {
	case strings.TrimSpace(command) == "":
		err = errors.New("want hub: and the command that starts the engine")
	case limits == (engine.Limits{}):
		err = errors.New("nothing limits it: give --time or --nodes")
	}
	return Side{Limits: limits, Open: func(ctx context.Context) (Player, error) {
		c, err := hub.Start(ctx, command)
		if err != nil {
			return nil, err
		}
		return c, nil
	}}, err
}

// setSearch sets one key of a search.
func setSearch(o *search.Options, lim *engine.Limits, key, value string) (err error) {
	switch key {
	case "depth":
		lim.Depth, err = strconv.Atoi(value)
	case "nodes":
		lim.Nodes, err = strconv.ParseInt(value, 10, 64)
	case "time":
		lim.Time, err = parseSeconds(value)
		return err
	case "eval":
		return setEvaluation(o, value)
	case "endings":
		if o.Endings, err = endgame.Open(os.DirFS(value)); err != nil {
			err = fmt.Errorf("endings=%s: %w", value, err)
		}
		return err
	case "with", "without":
		return turn(o, value, key == "with")
	default:
		if slices.Contains(numbers(), key) {
			return setNumber(o, key, value)
		}
		known := append([]string{"depth", "nodes", "time", "eval", "endings", "with", "without"}, numbers()...)
		return fmt.Errorf("no key %q: a search has %s", key, strings.Join(known, ", "))
	}
	if err != nil || lim.Depth < 0 || lim.Nodes < 0 {
		return fmt.Errorf("%s=%s: want a positive number", key, value)
	}
	return nil
}

func parseSeconds(s string) (time.Duration, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x <= 3600) {
		return 0, fmt.Errorf("time=%s: want seconds, above 0 and up to 3600", s)
	}
	return time.Duration(x * float64(time.Second)), nil
}

func setEvaluation(o *search.Options, name string) error {
	if e, found := evaluations[name]; found {
		o.Evaluation = e()
		return nil
	}
	data, err := os.ReadFile(name)
	if err == nil {
		o.Evaluation, _, err = pattern.Read(data)
	}
	if err != nil {
		return fmt.Errorf("eval=%s: there are material, learned and files of weights as crownhead train patterns writes them: %w", name, err)
	}
	return nil
}
