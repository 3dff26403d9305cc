package robot

import (
	"time"

	"crownhead/arm/calibrate"
	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/engine"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/internal/timedcall"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// Input is what reaches a Core at one instant.
type Input struct {
	Opened   bool // the port was opened
	Closed   bool // the port is gone
	Bytes    []byte
	Answer   *EngineAnswer
	Commands []command.Command
}

// Output is what a Core wants done.
type Output struct {
	Bytes       []byte
	Think       *EngineRequest
	Cancel      bool           // the engine's answer is no longer wanted
	Ponder      *EngineRequest // the visitor's turn, about which the engine may think until it is asked for something
	Said        []turn.Say
	Moment      *face.Moment // what a voice may speak about; nil when nothing of it has changed
	Handover    string       // the position in which the board was given to the visitor, "" when it wasn't
	Archive     *journal.Archived
	Notes       []Note
	RefusedLink link.Refusal // why a controller that has just answered is given no motion, "" when there was none
	Snapshot    *Snapshot    // nil when nothing in it has changed
	CommandErr  error        // why the last command of service mode was refused
}

// A Note is for the operator's log: what has happened, and why. Nothing depends on it, and no journal holds it.
type Note struct {
	Severity Severity
	Text     string
	Fields   []any // names and values, which alternate
}

// Severity is how much a note matters.
type Severity uint8

// The severities.
const (
	NoteInfo    Severity = iota
	NoteWarning          // the robot goes on by itself
	NoteError            // a person has to do something
)

// An EngineRequest asks the engine for a move.
type EngineRequest struct {
	Game  board.Game
	Level string
	Seed  uint64 // of everything that the player leaves to chance
	Hint  bool   // the move is for the visitor, whose turn it is
}

// An EngineAnswer is the engine's answer to a request.
type EngineAnswer struct {
	Ply    int // how many plies had been played at the request
	Move   string
	Win    float64 // for the robot, in [-1, 1]; without meaning for a hint
	Hint   bool    // the request was for a hint
	Remark turn.Remark
}

// NewEngineAnswer returns the answer of an engine to a request.
func NewEngineAnswer(r EngineRequest, a engine.Answer) EngineAnswer {
	const thousandths = 1000 // finer estimates say nothing
	return EngineAnswer{
		Ply: r.Game.Plies(), Move: r.Game.Position().Notation(a.Move), Hint: r.Hint,
		Win: float64(int(a.Win*thousandths)) / thousandths,
	}
}

// A Core is the whole robot without its ports, engine and clock, as one step machine: [Core.Advance] takes an Input
// and returns an Output.
//
// turn.Step decides everything about the game. A Core itself decides what follows from the controller, and what no
// journal has to hold: when homing starts, whether a checker on the nozzle is laid down first, when a stop that is no
// emergency is cleared, and how the arm is parked at the end.
//
// Its methods are for one goroutine. It starts goroutines for writing to disk only, so that a disk that hangs doesn't
// hold it up.
type Core struct {
	cfg   CoreConfig
	state turn.State
	game  int    // counts the games of this run
	out   Output // what is to be returned next; NewCore begins the first one

	queue     eventQueue
	deadlines deadlines
	journal   gameJournal
	link      *link.HostProtocol
	sensors   boardSensors
	arm       armDriver
	face      faceDriver
	stop      stopLatch
	shutdown  shutdownStage
	status    statusFacts
	screen    screenState
	voice     face.Moment // the last one emitted, with the cues that have come since then

	choices     visitorChoices
	lessons     lessons
	resumed     bool               // the game was begun in an earlier run
	calibration *calibrate.Session // nil unless somebody calibrates
	configDisk  timedcall.Caller   // writes the configuration
}

// The boardSensors are what is known of the sensors under the board.
type boardSensors struct {
	board   sensors.Debouncer
	flicker sensors.FlickerCounter
	masks   sensors.MaskTable
	drift   sensors.DriftEstimator
}

// The statusFacts are what only the operator's status needs.
type statusFacts struct {
	linkSince  time.Duration // when the link's present state began
	phaseSince time.Duration // when the robot's present phase began
	refusal    string        // what to do about a controller that is given no motion; "" for none
}

// A screenState is the last snapshot.
type screenState struct {
	Snapshot
	stale bool // the game's part of it is out of date
}

// addNote adds a note to the output.
func (c *Core) addNote(severity Severity, text string, fields ...any) {
	c.out.Notes = append(c.out.Notes, Note{severity, text, fields})
}

// squaresOf turns places, as the wire counts them from the visitor's left, into squares.
func (c *Core) squaresOf(places uint32) board.Bits {
	return squaresAt(places, c.state.Settings.VisitorColor)
}

// placeOf returns the place of a square, counted from the visitor's left.
func (c *Core) placeOf(s board.Square) int { return c.state.Settings.Place(s) }

// LinkErrors returns how often something went wrong on the line so far: damaged frames and lost links.
func (c *Core) LinkErrors() int { return int(c.link.State().Faults.Total()) }

// ArmFailures returns the arm's first failures in this run.
func (c *Core) ArmFailures() []ArmFailure { return c.arm.failures }

// GameNumber returns the number of the present game, counted from 1 in this run.
func (c *Core) GameNumber() int { return c.game }

// Settings returns the settings of the present game.
func (c *Core) Settings() turn.Settings { return c.state.Settings }

// Position returns the position of the present game.
func (c *Core) Position() board.Position { return c.state.Game.Position() }

// Bodies returns where every checker is, as far as the robot knows.
func (c *Core) Bodies() inventory.Inventory { return c.state.Bodies }

// Outcome returns the outcome of the present game.
func (c *Core) Outcome() board.Outcome { return c.state.Game.Outcome() }

// CommandLimits returns the limits against which the arguments of commands are checked.
func (c *Core) CommandLimits() command.Limits {
	return command.Limits{Levels: c.cfg.levelNames(), Draws: c.cfg.Settings.Draws, Arm: c.cfg.Arm}
}
