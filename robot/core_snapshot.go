package robot

import (
	"crownhead/board"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// look puts a snapshot out when anything in it has changed.
func (c *Core) look() {
	sensed, emotion, frame := c.settler.Raw.String(), string(c.face.Emotion()), snapshotFace(c.frame)
	if !c.stale && sensed == c.snap.Sensed && emotion == c.snap.Emotion && frame == c.snap.Frame {
		return
	}
	if c.stale {
		c.stale = false
		c.snapGame()
	}
	c.snap.Sensed, c.snap.Emotion, c.snap.Frame = sensed, emotion, frame
	c.snap.Serial++
	snap := c.snap
	c.out.Snapshot = &snap
}

// snapGame fills in what comes from the state.
func (c *Core) snapGame() {
	s := c.state
	outcome := s.Game.Outcome()
	c.snap.FEN, c.snap.Start = s.Game.Position().FEN(), s.Settings.Start.FEN()
	if s.GameOver() {
		c.snap.Start = c.nextStart()
	}
	c.snap.Visitor, c.snap.Turn = s.Settings.Visitor.String(), s.Game.Turn().String()
	c.snap.Phase, c.snap.Say, c.snap.Win = s.Phase, s.Said, s.Standing()
	c.snap.Moves, c.snap.LastMove = journal.Notations(s.Game), lastMove(s.Game)
	c.snap.Link = turn.LinkDown
	if s.Link.Up {
		c.snap.Link = turn.LinkUp
	}
	c.snap.Virtual, c.snap.Homed, c.snap.Stopped = s.Link.Virtual, s.Arm.Homed, s.Phase == turn.Stopped
	c.snap.Disk = ""
	if s.DiskFault {
		c.snap.Disk = "fault"
	}
	c.snap.Result, c.snap.Reason = outcome.Result, string(outcome.Reason)
	c.snap.Level, c.snap.Lang = s.Settings.Level, s.Settings.Lang
	c.snap.Game = c.game
	c.snap.Choices, c.snap.Masked, c.snap.Paused = c.choices(), squareNames(s.Sensors.Masked.Squares()), s.Paused
	c.snap.Remark = s.ShownRemark()
	c.snap.Hint, c.snap.Answers = nil, []AnimatedMove{}
	p := s.Game.Position()
	if s.Hint.Move != nil && s.Phase == turn.Visitor {
		hint := shown(p, *s.Hint.Move)
		c.snap.Hint = &hint
	}
	for _, m := range s.Turn.Candidates {
		c.snap.Answers = append(c.snap.Answers, shown(p, m))
	}
	c.snap.Tray = TrayStatus{
		Trophies: s.Tray.Trophies, Slots: s.Tray.Slots, Kings: s.Tray.Kings, KingSlots: s.Settings.Kings,
	}
}

// choices are what the visitor may choose now.
func (c *Core) choices() Choices {
	s := c.state
	_, colour := s.NextGame()
	_, takeback := s.TakebackGame()
	return Choices{
		Levels: c.cfg.levelNames(), Ratings: c.cfg.ratings(), Level: s.Settings.Level, Colour: colour.String(), Attitude: s.Settings.Attitude,
		Lang: s.Settings.Lang, Takeback: takeback, Hint: s.Phase == turn.Visitor && !s.Hint.Asked, Draw: string(s.Draw.Offer),
	}
}

// nextStart is where the next game begins.
func (c *Core) nextStart() string {
	start, _ := c.state.NextGame()
	return start.FEN()
}

// lastMove is the last ply of a game, nil before the first.
func lastMove(g board.Game) *AnimatedMove {
	moves := g.Moves()
	if len(moves) == 0 {
		return nil
	}
	m := moves[len(moves)-1]
	last := shown(g.Positions()[len(moves)-1], m)
	return &last
}

// shown is a move as pages show it.
func shown(before board.Position, m board.Move) AnimatedMove {
	return AnimatedMove{
		From: m.From.String(), To: m.To.String(), Path: squareNames(before.Path(m)),
		Captured: squareNames(before.CaptureOrder(m)), Notation: before.Notation(m), By: before.Turn.String(),
	}
}

func squareNames(squares []board.Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return names
}
