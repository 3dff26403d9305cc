package robot

import (
	"fmt"

	"crownhead/arm"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// NewCore makes a robot that waits for its port to be opened. With CoreConfig.Resume it goes on with an
// unfinished game. What it wants done meanwhile is in the first Output of Advance.
func NewCore(cfg CoreConfig) (*Core, error) {
	machine, err := link.NewHostProtocol(cfg.Link, cfg.Setup, cfg.Nonce)
	if err != nil {
		return nil, fmt.Errorf("robot: %w", err)
	}
	cfg.Settings.CaptureSlots, cfg.Settings.KingSlots = cfg.Arm.TraySlots()
	cfg.Settings.Version, cfg.Settings.NextStart = turn.Version, cfg.Settings.Start
	c := &Core{
		cfg: cfg, game: 1, link: machine, arm: armDriver{link: machine}, deadlines: deadlines{},
		face:   faceDriver{Face: face.New(cfg.Face, cfg.Settings.Seed), jump: cfg.Face.Jump, servos: cfg.Servos},
		screen: screenState{stale: true},
	}
	c.lessons.meetVisitor(cfg.Resume == nil)
	if cfg.Resume != nil {
		if err := c.restoreGame(cfg.Resume); err != nil {
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

// restoreGame restores an unfinished game from its journal, under its own settings; the next game has the present
// ones. The replay must reach the decisions that the journal has. Effects may differ, for the program may be another
// version.
func (c *Core) restoreGame(kept *journal.KeptGame) error {
	state := kept.State
	if d := kept.Diverged; d != nil {
		return fmt.Errorf("robot: %w: the journal's line %d doesn't replay: want %s, got %s",
			journal.ErrResume, d.Line, d.Want, d.Got)
	}
	if now := c.cfg.Settings; state.Settings.CaptureSlots != now.CaptureSlots || state.Settings.KingSlots != now.KingSlots {
		return fmt.Errorf("robot: %w: "+
			"it was begun with a tray for %d captured checkers and %d kings, this one is for %d and %d", journal.ErrResume,
			state.Settings.CaptureSlots, state.Settings.KingSlots, now.CaptureSlots, now.KingSlots)
	}
	c.state, c.game, c.resumed = state, kept.Header.Game, true
	for _, e := range kept.Commands {
		c.choices.recordCommand(e.Command, e.Args)
	}
	c.face.resetEstimate(state.Estimate.Win, state.Settings.Start)
	c.stop.latched, c.stop.restarted = state.Arm.Latched, true
	c.journal.epoch = -kept.End
	c.journal.Journal = journal.Continue(c.cfg.ResumeFile)
	c.arm.runner = arm.NewRunner(c.cfg.Arm, state.Settings.VisitorColor)
	c.face.setAttitude(0, state.Settings.Attitude)
	if c.replaceMissingLevel() {
		c.runQueue(0)
	} else {
		c.noteOtherWeights(kept.Header)
	}
	if state.Arm.Service { // the operator has to ask for the arm again
		c.feed(0, turn.Event{Kind: turn.EventCommand, Command: command.ServiceOff})
	}
	for _, m := range kept.Masks {
		c.sensors.masks.Restore(m.Place, m.Reason)
	}
	c.sensors.board.Masked = state.Sensors.Masked
	said := c.out.Said
	c.feed(0, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	c.out.Said = said // that the link is lost is not said aloud at a start: it has not been opened yet
	return nil
}
