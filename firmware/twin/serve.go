package twin

import (
	"errors"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/internal/clock"
)

// ErrNoPty is returned where the twin cannot be a process of its own.
var ErrNoPty = errors.New("a virtual serial port needs Linux")

// ErrDead is returned when the board with the firmware has ended by itself.
var ErrDead = errors.New("the board is dead")

// spareKings lie in the tray when a game is set up.
const spareKings = 3

// bootTime is how long the boot loader of the virtual controller listens.
const bootTime = 300 * time.Millisecond

// Said is what the robot says and shows, as its daemon tells the twin: all that a scripted visitor can perceive besides
// the board.
type Said struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Move    string   `json:"move"`
	FEN     string   `json:"fen"`
	Start   string   `json:"start"` // the position in which games begin; "" the usual one
	Visitor string   `json:"visitor"`
	Phase   string   `json:"phase"`
	Serial  int      `json:"serial"`
}

// An Actor is a scripted visitor: called when something was said and at the deadline it returned last.
type Actor interface {
	Act(now time.Duration, said Said, w *World) (next time.Duration)
	IllegalPresses() int
}

// ServeConfig is a virtual robot as a process.
type ServeConfig struct {
	Path    string // of the serial port; the world's socket stands beside it
	Seed    uint64
	Askew   uint64 // the robot's number among those that are put up by eye; 0: as the shipped configuration has it
	Faults  Faults
	Start   board.Position
	Visitor board.Color
	Chip    Chip        // with the firmware that drives the world; nil: the virtual controller
	Actor   Actor       // nil: nobody but the clients of the socket
	Clock   clock.Clock // that of the daemon, too
	Log     zerolog.Logger
}

// WorldPath is the socket that belongs to a virtual serial port.
func WorldPath(port string) string { return port + ".world" }

// An engine drives controller, world and visitor by a clock, for the process.
type engine struct {
	cfg   ServeConfig
	epoch time.Time
	world *World
	ctl   *Device
	said  Said
	visit time.Duration // the visitor's next deadline
	next  time.Duration // the controller's

	failed    error         // of the chip
	spoilt    uint64        // pieces between two delimiters that were no frames and have been told of
	complaint time.Duration // when the next may be told
}

func newEngine(cfg ServeConfig) *engine {
	e := &engine{
		cfg: cfg, epoch: time.Now(),
		world: NewWorld(TruthOf(cfg.Seed, cfg.Askew), cfg.Seed),
	}
	e.world.Setup(cfg.Start, cfg.Visitor, spareKings)
	e.ctl = Cabled(e.world, e.driver(), cfg.Faults, cfg.Seed)
	return e
}

// driver is what drives the world.
func (e *engine) driver() Driver {
	if e.cfg.Chip == nil {
		return NewController(e.world, ControllerConfig{Seed: e.cfg.Seed, Boot: bootTime})
	}
	return NewBench(e.world, e.cfg.Chip, BenchConfig{Boot: bootTime, Paced: true, Failed: func(err error) { e.failed = err }})
}

func (e *engine) now() time.Duration { return e.cfg.Clock.Since(e.epoch) }

// advance passes bytes in and returns those that leave.
func (e *engine) advance(in []byte) []byte {
	now := e.now()
	if e.cfg.Actor != nil && now >= e.visit {
		e.visit = e.cfg.Actor.Act(now, e.said, e.world)
	}
	out, next := e.ctl.Advance(now, in)
	e.next = next
	return out
}

// wait is the time until something is due, by the engine's clock.
func (e *engine) wait() time.Duration {
	due := e.next
	if e.cfg.Actor != nil {
		due = min(due, e.visit)
	}
	return max(due-e.now(), 0)
}
