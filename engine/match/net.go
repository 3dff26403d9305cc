package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"crownhead/engine"
	"crownhead/engine/generations"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

// NetSide is a tree search that asks a network; its limit of nodes is one of playouts. Each player that is opened asks an
// evaluator of its own, and begins each game with an empty tree and that game's seed.
func NetSide(name string, fresh func() (net.Evaluator, error), o mcts.Options, limits engine.Limits) Side {
	return Side{Name: name, Limits: limits, Open: func(context.Context) (Player, error) {
		e, err := fresh()
		if err != nil {
			return nil, fmt.Errorf("match: side %.200q: %w", name, err)
		}
		return &inside{fresh: func(seed uint64) (engine.Player, error) {
			own := o // which the players of other goroutines have, too
			own.Seed = seed
			return mcts.New(e, own)
		}}, nil
	}}
}

// netSide is a search that asks the network of a file.
func netSide(rest string, limits engine.Limits) (Side, error) {
	path, rest, _ := strings.Cut(rest, ",")
	if path == "" {
		return Side{}, errors.New("want net: and a file of weights")
	}
	if err := setNetLimits(&limits, rest); err != nil {
		return Side{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return Side{}, err
	}
	defer f.Close()
	n, _, err := net.Load(f)
	if err != nil {
		return Side{}, err
	}
	return NetSide(path, evaluatorsOf(n), mcts.DefaultOptions(), limits), nil
}

// generationSide is a generation that is in the program, with the playouts that it has as a level if nothing limits it.
func generationSide(rest string, limits engine.Limits) (Side, error) {
	number, rest, _ := strings.Cut(rest, ",")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return Side{}, errors.New("want gen: and the number of a generation")
	}
	set, err := generations.Shipped()
	if err != nil {
		return Side{}, err
	}
	return generationOf(set, generations.Prefix+strconv.Itoa(n), rest, limits)
}

func generationOf(set generations.Set, name, rest string, limits engine.Limits) (Side, error) {
	g, err := set.Find(name)
	if err != nil {
		return Side{}, err
	}
	if limits == (engine.Limits{}) {
		limits.Nodes = generations.Playouts
	}
	if err := setNetLimits(&limits, rest); err != nil {
		return Side{}, err
	}
	return NetSide(name, evaluatorsOf(g.Net), mcts.DefaultOptions(), limits), nil
}

// evaluatorsOf makes evaluators of a net, which all may share.
func evaluatorsOf(n *net.Net) func() (net.Evaluator, error) {
	return func() (net.Evaluator, error) { return n.Evaluator(), nil }
}

// setNetLimits reads the limits of a search with a network, which must have one.
func setNetLimits(limits *engine.Limits, text string) error {
	err := pairsOf(text, func(key, value string) (err error) {
		switch key {
		case "playouts":
			limits.Nodes, err = strconv.ParseInt(value, 10, 64)
			if err != nil || limits.Nodes <= 0 {
				err = fmt.Errorf("playouts=%s: want a positive number", value)
			}
		case "time":
			limits.Time, err = parseSeconds(value)
		default:
			err = fmt.Errorf("no key %q: a search with a network has playouts, time", key)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case limits.Depth > 0:
		return mcts.ErrDepth
	case *limits == (engine.Limits{}):
		return errors.New("nothing limits it: give playouts=N or time=S")
	}
	return nil
}
