// Package serve makes the virtual robot a process: its controller answers on a pseudo-terminal, and
// its world on a socket beside that. Clients of the socket move checkers, press the button, see the
// state of the world, and ask for the witness's counts.
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

// ErrNoPty is returned on systems where the virtual robot cannot be a process of its own.
var ErrNoPty = errors.New("a virtual serial port needs Linux")

// ErrDead is returned when the simulated microcontroller has ended by itself.
var ErrDead = errors.New("the simulated board is dead")

// A ScriptedVisitor plays the visitor. Act is called after each announcement, and at the time that it
// returned last.
type ScriptedVisitor interface {
	Act(now time.Duration, said Announcement, w *world.World) (next time.Duration)
	IllegalPresses() int
}

// Config is a virtual robot as a process.
type Config struct {
	Path       string // of the serial port; the world's socket stands beside it
	Seed       uint64
	Misaligned uint64 // number of a robot that nobody has calibrated; 0: one that fits the shipped configuration
	Faults     twin.FaultConfig
	Start      board.Position
	Visitor    board.Color
	Chip       rig.Chip        // runs the firmware that drives the world; nil: the virtual controller drives it
	Script     ScriptedVisitor // nil: only the clients of the socket touch the world
	Clock      clock.Clock     // the same as the daemon's
	Log        zerolog.Logger
}
