// Package serve makes the virtual robot a process: a device behind a pseudo-terminal, and its world
// behind a socket beside it. Clients of the socket move checkers, press the button, see the state
// of the world, and ask the witness.
//
// Run owns its goroutines and waits for them. A Client has one goroutine of its own, which Close
// waits for. The process needs Linux; a client does not.
package serve

import (
	"errors"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/world"
	"crownhead/internal/clock"
)

// ErrNoPty is returned where the virtual robot cannot be a process of its own.
var ErrNoPty = errors.New("a virtual serial port needs Linux")

// ErrDead is returned when the board with the firmware has ended by itself.
var ErrDead = errors.New("the board is dead")

// An ScriptedVisitor is a scripted visitor: called when something was said and at the deadline it returned last.
type ScriptedVisitor interface {
	Act(now time.Duration, said Announcement, w *world.World) (next time.Duration)
	IllegalPresses() int
}

// Config is a virtual robot as a process.
type Config struct {
	Path       string // of the serial port; the world's socket stands beside it
	Seed       uint64
	Misaligned uint64 // the robot's number among those that are put up by eye; 0: as the shipped configuration has it
	Faults     twin.FaultConfig
	Start      board.Position
	Visitor    board.Color
	Chip       rig.Chip        // with the firmware that drives the world; nil: the virtual controller
	Script     ScriptedVisitor // nil: nobody but the clients of the socket
	Clock      clock.Clock     // that of the daemon, too
	Log        zerolog.Logger
}
