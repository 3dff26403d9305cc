package robot

import (
	"fmt"
	"time"

	"crownhead/arm"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// NewCore makes a robot that waits for its port to be opened. With CoreConfig.Resume it goes on with an
// unfinished game.
func NewCore(cfg CoreConfig) (*Core, error) {
	machine, err := link.NewHostProtocol(cfg.Link, cfg.Setup, cfg.Nonce)
	if err != nil {
		return nil, fmt.Errorf("robot: %w", err)
	}
	full := cfg.Arm.InitialTray()
	cfg.Settings.Trophies, cfg.Settings.Kings = full.Slots, full.Kings
	cfg.Settings.Version, cfg.Settings.Home = turn.Version, cfg.Settings.Start
	c := &Core{
		cfg: cfg, game: 1, link: machine, arm: armSide{link: machine}, deadlines: deadlines{},
		face:   faceSide{Face: face.New(cfg.Face, cfg.Settings.Seed), jump: cfg.Face.Jump, servos: cfg.Servos},
		screen: screenState{stale: true},
	}
	if cfg.Resume != nil {
		if err := c.resumeGame(*cfg.Resume); err != nil {
			return nil, err
		}
		return c, nil
	}
	c.beginGame(0, turn.NewState(cfg.Settings))
	if cfg.Service {
		c.feed(0, turn.Event{Kind: turn.EventCommand, Command: command.ServiceOn})
	}
	c.restoreMasks()
	c.pushMasks()
	c.runQueue(0)
	return c, nil
}

// resumeGame goes on with an unfinished game from its journal, under its own settings; the next game has the present
// ones. The replay must reach the decisions that the journal has. Effects may differ, for the program may be another
// version.
func (c *Core) resumeGame(log journal.Log) error {
	state, report, err := journal.ReplayLog(log, false)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrResume, err)
	}
	if d := report.Diverged; d != nil {
		return fmt.Errorf("robot: %w: the journal's line %d doesn't replay: want %s, got %s",
			journal.ErrResume, d.Line, d.Want, d.Got)
	}
	if now := c.cfg.Settings; state.Settings.Trophies != now.Trophies || state.Settings.Kings != now.Kings {
		return fmt.Errorf("robot: %w: "+
			"it was begun with a tray for %d captured checkers and %d kings, this one is for %d and %d", journal.ErrResume,
			state.Settings.Trophies, state.Settings.Kings, now.Trophies, now.Kings)
	}
	c.state, c.game, c.resumed = state, log.Header.Game, true
	for _, line := range log.Lines {
		c.choices.recordCommand(line.Event.Command, line.Event.Args)
	}
	c.face.resetEstimate(state.Estimate.Win, state.Settings.Start)
	c.stop.latched, c.stop.restarted = state.Arm.Latched, true
	c.journal.epoch = -log.End()
	c.journal.Journal = journal.Continue(c.cfg.ResumeFile)
	c.arm.runner = arm.NewRunner(c.cfg.Arm, state.Settings.Visitor)
	c.face.setAttitude(0, state.Settings.Attitude)
	if c.replaceMissingLevel() {
		c.runQueue(0)
	} else {
		c.noteOtherWeights(log.Header)
	}
	if state.Arm.Service { // the operator has to ask for the arm again
		c.feed(0, turn.Event{Kind: turn.EventCommand, Command: command.ServiceOff})
	}
	for _, m := range log.Masks() {
		c.sensors.masks.Restore(m.Place, m.Reason)
	}
	c.sensors.board.Masked = state.Sensors.Masked
	c.feed(0, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	c.notes = c.out.Notes
	return nil
}

// Close closes the journals. A game that is not over can be resumed from its own.
func (c *Core) Close() {
	c.journal.closeCurrent()
	c.journal.closeEarlier()
}

// Advance takes what has come in, does everything that is due at now, and returns what is to be done and when
// it wants to be called again at the latest. Time begins with 0 at NewCore and never goes back.
func (c *Core) Advance(now time.Duration, in Input) (Output, time.Duration) {
	c.out = Output{Notes: c.notes}
	c.notes = nil
	if in.Opened {
		c.link.PortOpened(now)
	}
	if in.Closed {
		c.link.PortClosed(now)
	}
	next := c.advanceLink(now, in.Bytes)
	for _, e := range c.sensors.board.DueEvents(now) {
		c.feed(now, e)
	}
	c.feedAnswer(now, in.Answer)
	for _, asked := range in.Commands {
		c.choices.recordCommand(asked.Name, asked.Args)
		c.handleCommand(now, asked)
	}
	c.feedDeadlines(now)
	next = min(next, c.advanceArm(now))
	c.continueWaiting(now)
	next = min(next, c.face.advance(now, c.state.Phase, c.link))
	next = min(next, c.advanceLink(now, nil)) // what was commanded since goes onto the line
	_, due := c.deadlines.earliest()
	next = min(next, c.sensors.board.NextDue(), due)
	c.publishSnapshot()
	c.emitMoment()
	return c.out, next
}

// advanceLink gives the link the bytes that have arrived, and handles its events.
func (c *Core) advanceLink(now time.Duration, bytes []byte) time.Duration {
	out, events, next := c.link.Advance(now, bytes)
	c.out.Bytes = append(c.out.Bytes, out...)
	for _, e := range events {
		c.handleLinkEvent(now, e)
	}
	return next
}

// feedAnswer gives the engine's answer to turn.Step.
func (c *Core) feedAnswer(now time.Duration, a *EngineAnswer) {
	switch {
	case a == nil:
	case a.Hint:
		c.feed(now, turn.Event{Kind: turn.EventHint, Move: a.Move, Ply: a.Ply, Remark: a.Remark})
	default:
		c.feed(now, turn.Event{Kind: turn.EventEngine, Move: a.Move, Win: a.Win, Ply: a.Ply, Remark: a.Remark})
	}
}

// feedDeadlines gives the deadlines that are due to turn.Step, the earliest first.
func (c *Core) feedDeadlines(now time.Duration) {
	for {
		name, at := c.deadlines.earliest()
		if at > now {
			return
		}
		delete(c.deadlines, name)
		c.feed(now, turn.Event{Kind: turn.EventDeadline, Deadline: name})
	}
}

// continueWaiting goes on with what had to wait for the controller: the clear of a stop, homing, and shutting down.
func (c *Core) continueWaiting(now time.Duration) {
	c.feedPendingClear(now)
	if c.shutdown != running {
		c.advanceShutdown(now)
		return
	}
	if c.arm.homeWanted && c.link.State().Up {
		c.arm.homeWanted = c.link.Home() != nil
	}
	if c.state.Phase != turn.Hold && c.state.Phase != turn.Stopped {
		c.clearSoftStop() // the arm was held, and is to go on
	}
}

// BeginShutdown makes the arm slow down and park. ShutdownDone reports when it has.
func (c *Core) BeginShutdown() {
	if c.shutdown == running {
		c.shutdown = slowing
		c.arm.abandonProgram()
	}
}

// ShutdownDone reports whether the arm is parked, or can't be parked.
func (c *Core) ShutdownDone() bool { return c.shutdown == shutDown }

// advanceShutdown goes on with parking the arm. An arm that can't park has nothing to wait for.
func (c *Core) advanceShutdown(now time.Duration) {
	switch st := c.link.State(); {
	case c.shutdown == shutDown:
	case !st.Up || c.stop.latched:
		c.shutdown = shutDown
	case !c.arm.knowsPosition(&c.state): // it can't find its parking place
		if st.Idle {
			c.shutdown = shutDown
		}
	case st.Stopped:
		c.clearSoftStop()
	case c.shutdown == slowing && st.Idle:
		c.shutdown = parking
		c.arm.runner.Park()
		c.advanceArm(now)
	}
}
