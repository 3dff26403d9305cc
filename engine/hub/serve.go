package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// An Engine is what Serve serves.
type Engine struct {
	Name, Version, Author, Country string
	Params                         []Param // besides variant and draws
	// New is a player that has seen nothing yet, made by the values of the parameters.
	New func(values map[string]string) (engine.Player, error)
}

// lineMost is how long a line may be.
const lineMost = 1 << 20

// graceTime is how long a search that would end by itself may go on after quit or the end of the input.
const graceTime = time.Second

// Serve answers the lines of r on w until quit or the end of r. A search is given a moment to end, and then stopped.
func Serve(e Engine, r io.Reader, w io.Writer) error {
	s := &server{engine: e, params: append(standardParams(), e.Params...), out: &output{w: w}, level: standard}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, lineMost)
	for s.out.failed() == nil && lines.Scan() {
		l, err := parseLine(lines.Text())
		if err == nil && l.Command == "quit" {
			break
		}
		if err == nil {
			err = s.obey(l)
		}
		if err != nil {
			s.out.send(newLine("error", "message", err.Error()))
		}
	}
	if s.running != nil {
		s.running.await(graceTime)
	}
	s.stop()
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("hub: reading: a line of more than %d MB: %w", lineMost>>20, err)
	} else if err != nil {
		return fmt.Errorf("hub: reading: %w", err)
	}
	return s.out.failed()
}

// A server is the engine's end of a conversation. What the search's goroutine and the reader share is the output alone.
type server struct {
	engine  Engine
	params  []Param
	out     *output
	player  engine.Player // nil: to be made
	game    board.Game
	placed  bool // there is a position
	level   level
	running *running // nil: no search
}

// obey does what a line says. Unknown commands are passed over, as the protocol wants it.
func (s *server) obey(l line) error {
	switch l.Command {
	case "hub":
		s.introduce()
	case "set-param":
		return s.set(l)
	case "init":
		s.stop()
		s.player = nil
		if err := s.ready(); err != nil {
			return err
		}
		s.out.send(newLine("ready"))
	case "new-game":
		s.stop()
		s.player = nil
	case "pos":
		return s.place(l)
	case "level":
		v, err := parseLevel(l)
		if err == nil {
			s.level = v
		}
		return err
	case "go":
		return s.search(l)
	case "stop":
		s.stop()
	case "ponder-hit":
		if s.running != nil {
			s.running.hit(s.level.search())
		}
	case "ping":
		s.out.send(newLine("pong"))
	}
	return nil
}

func (s *server) introduce() {
	s.out.send(newLine("id", "name", s.engine.Name, "version", s.engine.Version, "author", s.engine.Author, "country", s.engine.Country))
	for _, p := range s.params {
		s.out.send(p.declaration())
	}
	s.out.send(newLine("wait"))
}

// set changes a parameter; the next player is made by it.
func (s *server) set(l line) error {
	name, _ := l.value("name")
	value, _ := l.value("value")
	for i := range s.params {
		if p := &s.params[i]; p.Name == name {
			if err := p.check(value); err != nil {
				return err
			}
			s.stop()
			p.Value, s.player = value, nil
			return nil
		}
	}
	return fmt.Errorf("hub: no parameter %.40q", name)
}

func (s *server) values() map[string]string {
	values := map[string]string{}
	for _, p := range s.params {
		values[p.Name] = p.Value
	}
	return values
}

// ready makes the player if there is none.
func (s *server) ready() (err error) {
	if s.player == nil {
		s.player, err = s.engine.New(s.values())
	}
	return err
}

// place sets up a position. After one that is wrong there is none, so that nobody plays on in another.
func (s *server) place(l line) error {
	position, _ := l.value("pos")
	moves, _ := l.value("moves")
	rules, err := board.ParseDrawRules(s.values()["draws"])
	if err != nil {
		return err
	}
	s.placed = false
	if s.game, err = readGame(position, moves, rules); err == nil {
		s.placed = true
	}
	return err
}

var (
	errNoPosition = errors.New("hub: go: there is no position")
	errDecided    = errors.New("hub: go: the game is over")
)

// search begins a search. One that still goes on is ended first: every go has one done.
func (s *server) search(l line) error {
	s.stop()
	if !s.placed {
		return errNoPosition
	}
	if !s.game.Position().CanMove() {
		return errDecided
	}
	if err := s.ready(); err != nil {
		return err
	}
	_, ponder := l.value("ponder")
	s.running = begin(s.player, s.game, s.level, ponder, s.out)
	return nil
}

// stop ends the search, if there is one, and waits for its done.
func (s *server) stop() {
	if s.running != nil {
		s.running.stop()
		s.running = nil
	}
}

// An output is a writer that two goroutines share.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

func (o *output) send(l line) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = io.WriteString(o.w, l.String()+"\n")
	}
}

func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
