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
	"crownhead/engine/generations"
	"crownhead/engine/hub"
	"crownhead/engine/levels"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/pattern"
	"crownhead/engine/search"
)

// SideSyntax is the form of the texts that ParseSide reads.
const SideSyntax = "a level, level:limits=real, " +
	"search:depth=N,nodes=N,time=S,eval=material|learned|FILE,endings=FOLDER,without=FEATURE+FEATURE,with=FEATURE, " +
	"net:FILE,playouts=N,time=S, gen:N,playouts=N,time=S, or hub:COMMAND"

// evaluations are those with a name.
var evaluations = map[string]func() search.Evaluator{
	"material": func() search.Evaluator { return search.Material{} },
	"learned":  func() search.Evaluator { return pattern.Embedded() },
}

// ParseSide parses the description of a side: see SideSyntax. The given limits hold where the text sets no others.
func ParseSide(text string, common engine.Limits) (Side, error) {
	kind, rest, _ := strings.Cut(text, ":")
	var s Side
	var err error
	switch kind {
	case "search":
		s, err = parseSearchSide(rest, common)
	case "hub":
		s, err = parseHubSide(rest, common)
	case "net":
		s, err = parseNetSide(rest, common)
	case "gen":
		s, err = parseGenerationSide(rest, common)
	default:
		s, err = parseLevelSide(kind, rest, common)
	}
	if err != nil {
		return Side{}, fmt.Errorf("match: side %.200q: %w", text, err)
	}
	s.Name = text
	return s, nil
}

// eachSetting calls set for every key=value of a text.
func eachSetting(text string, set func(key, value string) error) error {
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

// parseLevelSide parses a level of play. Without other limits it has those of virtual time, so that games are
// repeatable.
func parseLevelSide(name, rest string, common engine.Limits) (Side, error) {
	l, err := levels.Lookup(name)
	if err != nil {
		return Side{}, err
	}
	limits := l.Fast
	if common != (engine.Limits{}) {
		limits = common
	}
	err = eachSetting(rest, func(key, value string) error {
		switch key + "=" + value {
		case "limits=real":
			limits = l.Limits
		case "limits=fast":
			limits = l.Fast
		default:
			return fmt.Errorf("%s=%s: a level has limits=real and limits=fast", key, value)
		}
		return nil
	})
	return Side{Limits: limits, Open: func(context.Context) (Player, error) {
		return &localPlayer{newPlayer: func(seed uint64) (engine.Player, error) {
			p, _, err := levels.New(name, seed)
			return p, err
		}}, nil
	}}, err
}

// parseSearchSide parses a search with options.
func parseSearchSide(rest string, limits engine.Limits) (Side, error) {
	o := search.DefaultOptions()
	err := eachSetting(rest, func(key, value string) error { return setSearchKey(&o, &limits, key, value) })
	if err == nil && limits == (engine.Limits{}) {
		err = errors.New("the search has no limit: give depth=N, nodes=N or time=S")
	}
	return SearchSide(o, limits), err
}

// parseHubSide parses the command of a program that speaks the Hub protocol.
func parseHubSide(command string, limits engine.Limits) (Side, error) {
	var err error
	switch {
	case strings.TrimSpace(command) == "":
		err = errors.New("want hub: and the command that starts the engine")
	case limits == (engine.Limits{}):
		err = errors.New("the engine has no limit: give --time or --nodes")
	}
	return Side{Limits: limits, Open: func(ctx context.Context) (Player, error) {
		c, err := hub.Start(ctx, command)
		if err != nil {
			return nil, err
		}
		return c, nil
	}}, err
}

// setSearchKey sets one option or limit of a search.
func setSearchKey(o *search.Options, lim *engine.Limits, key, value string) (err error) {
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
		return switchFeatures(o, value, key == "with")
	default:
		if slices.Contains(numberOptions(), key) {
			return setNumberOption(o, key, value)
		}
		known := append([]string{"depth", "nodes", "time", "eval", "endings", "with", "without"}, numberOptions()...)
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
		return fmt.Errorf("eval=%s: want material, learned or a file of weights from crownhead train patterns: %w", name, err)
	}
	return nil
}

// parseNetSide parses a search with the network of a file.
func parseNetSide(rest string, limits engine.Limits) (Side, error) {
	path, rest, _ := strings.Cut(rest, ",")
	if path == "" {
		return Side{}, errors.New("want net: and a file of weights")
	}
	if err := setNetworkLimits(&limits, rest); err != nil {
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
	return NetworkSide(path, sharedEvaluators(n), mcts.DefaultOptions(), limits), nil
}

// parseGenerationSide parses a shipped generation. Without other limits it has the playouts of its level.
func parseGenerationSide(rest string, limits engine.Limits) (Side, error) {
	number, rest, _ := strings.Cut(rest, ",")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return Side{}, errors.New("want gen: and the number of a generation")
	}
	set, err := generations.Shipped()
	if err != nil {
		return Side{}, err
	}
	return generationSideFrom(set, generations.Prefix+strconv.Itoa(n), rest, limits)
}

func generationSideFrom(set generations.Set, name, rest string, limits engine.Limits) (Side, error) {
	g, err := set.Find(name)
	if err != nil {
		return Side{}, err
	}
	if limits == (engine.Limits{}) {
		limits.Nodes = generations.Playouts
	}
	if err := setNetworkLimits(&limits, rest); err != nil {
		return Side{}, err
	}
	return NetworkSide(name, sharedEvaluators(g.Net), mcts.DefaultOptions(), limits), nil
}

// sharedEvaluators makes evaluators that share a net.
func sharedEvaluators(n *net.Net) func() (net.Evaluator, error) {
	return func() (net.Evaluator, error) { return n.Evaluator(), nil }
}

// setNetworkLimits parses the limits of a search with a network, which must have one.
func setNetworkLimits(limits *engine.Limits, text string) error {
	err := eachSetting(text, func(key, value string) (err error) {
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
		return errors.New("the search has no limit: give playouts=N or time=S")
	}
	return nil
}
