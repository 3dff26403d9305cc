package robot

import (
	"fmt"
	"slices"
	"time"

	"crownhead/arm"
	"crownhead/arm/calibrate"
	"crownhead/board"
	"crownhead/engine"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// CoreConfig is what a Core is made of.
type CoreConfig struct {
	Settings   turn.Settings
	Arm        *arm.Arm
	Link       link.Config
	Setup      link.Setup
	Nonce      uint32 // of the first session with the controller
	Face       face.Config
	Servos     Servos
	Service    bool           // begins with the arm in the operator's hands
	Calibrated bool           // real hardware may move
	Levels     []engine.Level // that visitors choose from, from the weakest to the strongest

	// Journal opens the file of a new game's journal; nil keeps none. A journal that can't be opened is a fault that is
	// reported, not the end.
	Journal func(h journal.Header) (journal.File, error)
	// Save writes a calibration into the configuration; nil: there is none to write into.
	SaveCalibration func(arm.Config) error
	// Resume is an unfinished game's journal, and ResumeFile its file, open at its end.
	Resume     *journal.Log
	ResumeFile journal.File
	// Masks are the sensors that were not believed when the robot last ran.
	Masks []journal.Mask
}

// Input is what reaches a Core at one instant.
type Input struct {
	Opened   bool // the port was opened
	Closed   bool // the port is gone
	Bytes    []byte
	Answer   *EngineAnswer
	Commands []turn.Command
}

// Output is what a Core wants done.
type Output struct {
	Bytes      []byte
	Think      *EngineRequest
	Cancel     bool           // the engine's work is no longer wanted
	Ponder     *EngineRequest // the visitor's turn, which the engine may think about until it is asked for something
	Said       []turn.Say
	Moment     *face.Moment // what a voice may speak about; nil when nothing of it has changed
	Handover   string       // position in which the board was given to the visitor, "" when it wasn't
	Archive    *journal.Archived
	Notes      []Note
	Rejected   link.Refusal // of a controller that was met now and is given no motion, "" when there was none
	Snapshot   *Snapshot    // when anything in it has changed
	CommandErr error        // why the last command by hand was not done
}

// A EngineRequest asks the engine for the robot's move.
type EngineRequest struct {
	Game  board.Game
	Level string
	Seed  uint64 // of all that the player leaves to chance
	Hint  bool   // a move for the visitor, whose turn it is
}

// An EngineAnswer is the engine's.
type EngineAnswer struct {
	Ply  int // how many plies had been played when it was asked
	Move string
	Win  float64 // for the robot, in [-1, 1]; of a hint it means nothing
	Hint bool    // to a request for one

	Remark turn.Remark // worth making with it
}

// NewEngineAnswer turns what an engine says about a request into the answer that goes back.
func NewEngineAnswer(r EngineRequest, a engine.Answer) EngineAnswer {
	const thousandths = 1000 // finer says nothing
	return EngineAnswer{
		Ply: r.Game.Plies(), Move: r.Game.Position().Notation(a.Move), Hint: r.Hint,
		Win: float64(int(a.Win*thousandths)) / thousandths,
	}
}

// A Core is the whole robot but for ports, engine and clock, as one step machine.
type Core struct {
	cfg     CoreConfig
	link    *link.Machine
	settler sensors.Debouncer
	state   turn.State
	runner  *arm.Runner
	face    *face.Face
	journal *journal.Journal
	late    []*journal.Journal // of games that are over, as far as they could not be written yet
	disk    bool               // a fault of the journal has been reported

	epoch     time.Duration // now at the journal's time zero
	deadlines map[turn.DeadlineName]time.Duration
	homing    bool        // wanted, and not begun yet
	emptying  bool        // at home, and letting go beside the board what hung on the nozzle
	latched   bool        // an emergency stop has been reported
	faulted   int         // stops by a fault since the robot has last completed a turn
	restarted bool        // the game was taken up from a journal, and no controller has been met since
	releasing bool        // a clear of the stop is on its way
	clearing  *turn.Event // a clear that waits for the stop to be latched
	leaving   leaving
	calib     *calibrate.Session // nil unless somebody calibrates
	items     items
	win       float64                // as the face last heard it
	judged    bool                   // the next estimate can be compared with that
	changes   sensors.FlickerCounter // of the raw occupancy
	masks     masks
	drift     sensors.DriftEstimator
	since     since
	refusal   string              // what to do about a controller that is given no motion; "" when that isn't so
	clerk     journal.TimedCaller // who writes the configuration
	failures  []ArmFailure        // the first ones of this run
	queue     []queuedEvent       // that wait for the one whose effects are being carried out
	working   bool                // the queue is being worked off
	quiet     bool                // what is said about the present event is not passed on
	moment    face.Moment         // as the voice last heard it, and the cues since

	chosen  chosen // by the visitor, for the next game too
	resumed bool   // the game was begun in an earlier run
	game    int
	out     Output
	early   []Note // from before the first Advance
	frame   face.Frame
	snap    Snapshot
	stale   bool // the game's part of the snapshot
}

// NewCore makes a robot that waits for its port to be opened.
func NewCore(cfg CoreConfig) (*Core, error) {
	machine, err := link.New(cfg.Link, cfg.Setup, cfg.Nonce)
	if err != nil {
		return nil, fmt.Errorf("robot: %w", err)
	}
	full := cfg.Arm.FullTray()
	cfg.Settings.Trophies, cfg.Settings.Kings = full.Slots, full.Kings
	cfg.Settings.Version, cfg.Settings.Home = turn.Version, cfg.Settings.Start
	c := &Core{
		cfg: cfg, link: machine, face: face.New(cfg.Face, cfg.Settings.Seed),
		deadlines: map[turn.DeadlineName]time.Duration{}, game: 1, stale: true,
	}
	if cfg.Resume == nil {
		c.begin(0, turn.NewState(cfg.Settings))
		if cfg.Service {
			c.feed(0, turn.Event{Kind: turn.EventCommand, Command: turn.CommandServiceOn})
		}
		c.takeMasks(cfg.Masks)
		c.tellMasks(0)
		return c, nil
	}
	if err := c.resume(*cfg.Resume); err != nil {
		return nil, err
	}
	return c, nil
}

// resume takes up an unfinished game from its journal, under its own settings; the next game has the present ones. What
// was decided must come out again. What was done about it may differ, for the program may be another by now.
func (c *Core) resume(log journal.Log) error {
	state, report, err := journal.ReplayLog(log, false)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrResume, err)
	}
	if d := report.Diverged; d != nil {
		return fmt.Errorf("robot: %w: the journal's line %d doesn't replay: want %s, got %s", journal.ErrResume, d.Line, d.Want, d.Got)
	}
	if now := c.cfg.Settings; state.Settings.Trophies != now.Trophies || state.Settings.Kings != now.Kings {
		return fmt.Errorf("robot: %w: it was begun with a tray for %d captured checkers and %d kings, this one is for %d and %d",
			journal.ErrResume, state.Settings.Trophies, state.Settings.Kings, now.Trophies, now.Kings)
	}
	c.state, c.game, c.resumed = state, log.Header.Game, true
	for _, line := range log.Lines {
		c.chosen.note(line.Event.Command, line.Event.Args)
	}
	c.expect(state.Estimate.Win)
	c.latched, c.restarted = state.Arm.Latched, true
	c.epoch = -log.End()
	c.journal = journal.Continue(c.cfg.ResumeFile)
	c.runner = arm.NewRunner(c.cfg.Arm, state.Settings.Visitor)
	c.face.SetAttitude(0, face.Attitude(state.Settings.Attitude))
	if !c.leaveLevel() {
		c.tellWeights(log.Header)
	}
	if state.Arm.Service { // who had the arm has to ask for it again
		c.feed(0, turn.Event{Kind: turn.EventCommand, Command: turn.CommandServiceOff})
	}
	c.takeMasks(log.Masks())
	c.settler.Masked = state.Sensors.Masked
	c.feed(0, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	c.early = c.out.Notes
	return nil
}

// begin opens the journal of a game and forgets the one before.
func (c *Core) begin(now time.Duration, state turn.State) {
	c.state = state
	set := state.Settings
	c.epoch, c.since.phase = now, now
	c.runner = arm.NewRunner(c.cfg.Arm, set.Visitor)
	c.face.SetAttitude(now, face.Attitude(set.Attitude))
	c.expect(0)
	clear(c.deadlines)
	c.deadlines[turn.DeadlineLink] = now + turn.LinkPatience // a controller that is not there says nothing
	header := journal.NewHeader(set, c.game)
	header.Weights = c.cfg.weights()
	c.journal = journal.New(nil, header)
	if c.cfg.Journal != nil {
		c.journal = journal.Open(func() (journal.File, error) { return c.cfg.Journal(header) }, header)
	}
}

// Close ends the journals. A game that is not over can be taken up from its own.
func (c *Core) Close() {
	c.closeJournal()
	c.closeLate()
}

// closeJournal ends the present journal; one that could not be written yet is tried again later.
func (c *Core) closeJournal() {
	if !c.journal.Close() {
		c.late = append(c.late, c.journal)
	}
}

// closeLate ends the journals of earlier games that could not be written then.
func (c *Core) closeLate() {
	c.late = slices.DeleteFunc(c.late, (*journal.Journal).Close)
}
