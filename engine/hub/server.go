package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// An Engine is what Serve serves.
type Engine struct {
	Name, Version, Author, Country string
	Params                         []Param // in addition to variant and draws
	// New makes a player that remembers nothing, from the values of the parameters.
	New func(values map[string]string) (engine.Player, error)
}

// A Param is a parameter of an engine: an enum with the given Values, or, without them, a whole number in Min … Max.
type Param struct {
	Name, Value string
	Values      []string
	Min, Max    int
}

// variant is the protocol's name of Russian draughts.
const variant = "russian"

// standardParams are the parameters of every engine that is served.
func standardParams() []Param {
	return []Param{
		{Name: "variant", Value: variant, Values: []string{variant}},
		{
			Name:   "draws",
			Value:  board.FederationRules.String(),
			Values: []string{board.FederationRules.String(), board.PaperRules.String()},
		},
	}
}

// declarationLine declares the parameter.
func (p Param) declarationLine() line {
	if p.Values != nil {
		return newLine("param", "name", p.Name, "value", p.Value, "type", "enum", "values", strings.Join(p.Values, " "))
	}
	least, most := strconv.Itoa(p.Min), strconv.Itoa(p.Max)
	return newLine("param", "name", p.Name, "value", p.Value, "type", "int", "min", least, "max", most)
}

// checkValue refuses values that the parameter cannot have.
func (p Param) checkValue(value string) error {
	if p.Values != nil {
		if !slices.Contains(p.Values, value) {
			return fmt.Errorf("hub: parameter %s: %.40q: want %s", p.Name, value, strings.Join(p.Values, " or "))
		}
		return nil
	}
	if n, err := strconv.Atoi(value); err != nil || n < p.Min || n > p.Max {
		return fmt.Errorf("hub: parameter %s: %.40q: want a whole number, %d to %d", p.Name, value, p.Min, p.Max)
	}
	return nil
}

// graceTime is how long a search that ends by itself may go on after quit or the end of the input.
const graceTime = time.Second

// Serve answers the lines of r on w until quit or the end of r. A search that is under way then gets a moment to end
// before it is stopped.
func Serve(e Engine, r io.Reader, w io.Writer) error {
	s := &server{
		engine: e, params: append(standardParams(), e.Params...), out: &output{w: w}, timeControl: defaultTimeControl,
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLineLength)
	for s.out.firstError() == nil && lines.Scan() {
		l, err := parseLine(lines.Text())
		if err == nil && l.Command == "quit" {
			break
		}
		if err == nil {
			err = s.handleLine(l)
		}
		if err != nil {
			s.out.writeLine(newLine("error", "message", err.Error()))
		}
	}
	if s.running != nil {
		s.running.awaitEnd(graceTime)
	}
	s.stopSearch()
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("hub: reading: a line is longer than %d MB: %w", maxLineLength>>20, err)
	} else if err != nil {
		return fmt.Errorf("hub: reading: %w", err)
	}
	return s.out.firstError()
}

// A server is the engine's end of a conversation. The goroutine of a search shares only the output with it.
type server struct {
	engine      Engine
	params      []Param
	out         *output
	player      engine.Player // nil: not made yet
	game        board.Game
	hasPosition bool // game is set
	timeControl timeControl
	running     *searchRun // nil: no search
}

// handleLine does what a line says. Unknown commands are ignored, as the protocol demands.
func (s *server) handleLine(l line) error {
	switch l.Command {
	case "hub":
		s.sendIntroduction()
	case "set-param":
		return s.setParam(l)
	case "init":
		s.stopSearch()
		s.player = nil
		if err := s.ensurePlayer(); err != nil {
			return err
		}
		s.out.writeLine(newLine("ready"))
	case "new-game":
		s.stopSearch()
		s.player = nil
	case "pos":
		return s.setPosition(l)
	case "level":
		tc, err := parseTimeControl(l)
		if err == nil {
			s.timeControl = tc
		}
		return err
	case "go":
		return s.startSearch(l)
	case "stop":
		s.stopSearch()
	case "ponder-hit":
		if s.running != nil {
			s.running.ponderHit(s.timeControl.searchLimits())
		}
	case "ping":
		s.out.writeLine(newLine("pong"))
	}
	return nil
}

func (s *server) sendIntroduction() {
	e := &s.engine
	s.out.writeLine(newLine("id", "name", e.Name, "version", e.Version, "author", e.Author, "country", e.Country))
	for _, p := range s.params {
		s.out.writeLine(p.declarationLine())
	}
	s.out.writeLine(newLine("wait"))
}

// setParam changes a parameter; the next player is made with it.
func (s *server) setParam(l line) error {
	name, _ := l.get("name")
	value, _ := l.get("value")
	for i := range s.params {
		if p := &s.params[i]; p.Name == name {
			if err := p.checkValue(value); err != nil {
				return err
			}
			s.stopSearch()
			p.Value, s.player = value, nil
			return nil
		}
	}
	return fmt.Errorf("hub: there is no parameter %.40q", name)
}

func (s *server) paramValues() map[string]string {
	values := map[string]string{}
	for _, p := range s.params {
		values[p.Name] = p.Value
	}
	return values
}

// ensurePlayer makes a player if there is none.
func (s *server) ensurePlayer() (err error) {
	if s.player == nil {
		s.player, err = s.engine.New(s.paramValues())
	}
	return err
}

// setPosition sets up a game. After a wrong position there is none, so that no search goes on from an older one.
func (s *server) setPosition(l line) error {
	position, _ := l.get("pos")
	moves, _ := l.get("moves")
	rules, err := board.ParseDrawRules(s.paramValues()["draws"])
	if err != nil {
		return err
	}
	s.hasPosition = false
	if s.game, err = parseGame(position, moves, rules); err == nil {
		s.hasPosition = true
	}
	return err
}

var (
	errNoPosition = errors.New("hub: go: no position has been set")
	errDecided    = errors.New("hub: go: the game is over")
)

// startSearch starts a search. One that is still running is stopped first, so that every go has its done.
func (s *server) startSearch(l line) error {
	s.stopSearch()
	if !s.hasPosition {
		return errNoPosition
	}
	if !s.game.Position().CanMove() {
		return errDecided
	}
	if err := s.ensurePlayer(); err != nil {
		return err
	}
	_, ponder := l.get("ponder")
	s.running = startSearch(s.player, s.game, s.timeControl, ponder, s.out)
	return nil
}

// stopSearch stops the search, if one is running, and waits until it has sent done.
func (s *server) stopSearch() {
	if s.running != nil {
		s.running.stopAndWait()
		s.running = nil
	}
}
