package robot

import (
	"fmt"
	"time"

	"crownhead/arm/calibrate"
	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// publishSnapshot puts a snapshot into the output when anything in it has changed.
func (c *Core) publishSnapshot() {
	s := &c.screen
	sensed, emotion, frame := c.sensors.board.Raw.String(), string(c.face.Emotion()), FaceSnapshot(c.face.shown)
	if !s.stale && sensed == s.Sensed && emotion == s.Emotion && frame == s.Frame {
		return
	}
	if s.stale {
		s.stale = false
		c.fillGame(&s.Snapshot)
	}
	s.Sensed, s.Emotion, s.Frame = sensed, emotion, frame
	s.Serial++
	published := s.Snapshot
	c.out.Snapshot = &published
}

// fillGame fills in what comes from the turn's state.
func (c *Core) fillGame(snap *Snapshot) {
	s := &c.state
	position, outcome := s.Game.Position(), s.Game.Outcome()
	nextStart, nextVisitor := s.NextGame()
	_, takeback := s.TakebackGame()

	snap.Game, snap.FEN, snap.Start = c.game, position.FEN(), s.Settings.Start.FEN()
	if s.GameOver() {
		snap.Start = nextStart.FEN()
	}
	snap.Visitor, snap.Turn = s.Settings.VisitorColor.String(), s.Game.Turn().String()
	snap.Phase, snap.Say, snap.Remark, snap.Win = s.Phase, s.Said, s.ShownRemark(), s.Advantage()
	snap.Moves, snap.LastMove = journal.Notations(s.Game), lastMove(s.Game)
	snap.Link = turn.LinkDown
	if s.Link.Up {
		snap.Link = turn.LinkUp
	}
	snap.Virtual, snap.Homed = s.Link.Virtual, s.Arm.Homed
	snap.Stopped, snap.Paused = s.Phase == turn.Stopped, s.Paused
	snap.Disk = ""
	if s.DiskFault {
		snap.Disk = "fault"
	}
	snap.Result, snap.Reason = outcome.Result, string(outcome.Reason)
	snap.Level, snap.Lang = s.Settings.Level, s.Settings.Lang
	snap.Choices = Choices{
		Levels: c.cfg.levelNames(), Ratings: c.cfg.levelRatings(), Level: s.Settings.Level,
		Colour: nextVisitor.String(), Attitude: s.Settings.Attitude, Lang: s.Settings.Lang,
		Takeback: takeback, Hint: s.Phase == turn.VisitorTurn && !s.Hint.Asked, Draw: string(s.Draw.Offer),
	}
	snap.Hint, snap.Answers = nil, []AnimatedMove{}
	if s.Hint.Move != nil && s.Phase == turn.VisitorTurn {
		hint := animateMove(position, *s.Hint.Move)
		snap.Hint = &hint
	}
	snap.Help, snap.Lesson, snap.Presses = c.moveHelp(), 0, c.lessons.presses
	if c.cfg.Rules {
		snap.Lesson = c.lessons.currentLesson(s)
	}
	for _, m := range s.Turn.Candidates {
		snap.Answers = append(snap.Answers, animateMove(position, m))
	}
	snap.Masked, snap.Tray = board.SquareNames(s.Sensors.Masked.Squares()), trayStatus(s)
}

// lastMove returns the last ply of a game, nil before the first.
func lastMove(g board.Game) *AnimatedMove {
	moves := g.Moves()
	if len(moves) == 0 {
		return nil
	}
	last := animateMove(g.Positions()[len(moves)-1], moves[len(moves)-1])
	return &last
}

// animateMove returns a move as pages animate it.
func animateMove(before board.Position, m board.Move) AnimatedMove {
	return AnimatedMove{
		From: m.From.String(), To: m.To.String(), Path: board.SquareNames(before.Path(m)),
		Captured: board.SquareNames(before.CaptureOrder(m)), Notation: before.Notation(m), By: before.Turn.String(),
	}
}

func trayStatus(s *turn.State) TrayStatus {
	return TrayStatus{
		Trophies: s.Bodies.Trophies(), Slots: s.Settings.CaptureSlots,
		Kings: len(s.Bodies.SpareKings()), KingSlots: s.Settings.KingSlots,
	}
}

// emitMoment puts a moment for the voice into the output, when anything was said, the face has reacted, or the
// game stands otherwise than before.
func (c *Core) emitMoment() {
	m := face.Moment{
		Lang: c.state.Settings.Lang, Attitude: face.Attitude(c.state.Settings.Attitude), Emotion: c.face.Emotion(),
		Game: c.game, Ply: c.state.Game.Plies(), Phase: string(c.state.Phase),
		Win: c.state.Advantage(), Ends: c.state.GameOver(), Cues: c.voice.Cues,
	}
	for _, s := range c.out.Said {
		m.Said = append(m.Said, s.Key)
	}
	m.Move = c.spokenMove(c.out.Said)
	moved := m.Game != c.voice.Game || m.Ply != c.voice.Ply || m.Phase != c.voice.Phase
	c.voice = m
	c.voice.Cues = nil
	if moved || len(m.Said) > 0 || len(m.Cues) > 0 {
		c.out.Moment = &m
	}
}

// Status returns the part of the operator's status that the core knows. Nothing depends on it.
func (c *Core) Status(now time.Duration) Status {
	s, st := &c.state, c.link.State()
	disk := journal.DiskOK
	if s.DiskFault {
		disk = journal.DiskFault
	}
	return Status{
		Link: c.linkStatus(now, st), Sensors: c.sensorStatus(now), Arm: c.armStatus(st), Supply: int(st.Status.SupplyMv),
		Tray: trayStatus(s), Drift: c.driftStatus(), Disk: journal.DiskStatus{State: disk, FreeBytes: -1},
		Game: GameStatus{
			Phase: s.Phase, FEN: s.Game.Position().FEN(), Visitor: s.Settings.VisitorColor.String(), Level: s.Settings.Level,
			Plies: s.Game.Plies(), Say: s.Said.Key, Since: (now - c.status.phaseSince).Seconds(),
		},
		Calib: c.calibrationStatus(), Config: []ConfigRemark{}, Timeline: []LogEntry{},
	}
}

func (c *Core) linkStatus(now time.Duration, st link.State) LinkStatus {
	l := LinkStatus{
		State: turn.LinkDown, Boot: st.Boot, Virtual: st.Virtual, Frames: int64(st.Traffic.Frames),
		Errors: int64(st.Faults.Total()), Retransmits: int64(st.Traffic.Retransmitted),
		Since: (now - c.status.linkSince).Seconds(),
	}
	if st.Build != 0 {
		l.Firmware = FormatFirmware(st.Build)
	}
	switch {
	case c.status.refusal != "":
		l.State, l.Remedy = turn.LinkRefused, c.status.refusal
	case st.Up:
		l.State = turn.LinkUp
	default:
		l.Remedy = "look at the cable and the controller's power"
	}
	return l
}

// FormatFirmware returns the hash of a firmware as it is written.
func FormatFirmware(hash uint32) string { return fmt.Sprintf("%08x", hash) }

func (c *Core) sensorStatus(now time.Duration) (list [32]SensorStatus) {
	occupied := c.state.OccupiedByGame()
	for sq := range board.NoSquare {
		reason := c.sensors.masks.Reason(c.placeOf(sq))
		list[sq] = SensorStatus{
			Square: sq.String(), Bit: c.sensors.board.Raw.Has(sq), Want: occupied.Has(sq),
			Flicker: c.sensors.flicker.LastMinute(now, sq), Masked: c.state.Sensors.Masked.Has(sq),
			Fault: reason, Remedy: maskRemedies[reason],
		}
	}
	return list
}

func (c *Core) armStatus(st link.State) ArmStatus {
	inService := c.state.Phase == turn.Service
	a := ArmStatus{
		Homed: c.arm.knowsPosition(&c.state), Moving: st.Moving || c.arm.runner.MovingManually() || c.arm.homeWanted,
		Pumping: st.Pumping, Service: inService, Interrupted: inService && c.arm.runner.ManualInterrupted(),
		Carry: c.state.Pending.CurrentCarry(),
	}
	release, slow := c.arm.runner.ReleaseTime()
	a.ReleaseMs = release.Milliseconds()
	if slow {
		a.ReleaseRemedy = slowValveRemedy
	}
	switch said := say.Key(c.state.Said.Key); {
	case c.state.Phase == turn.Stopped:
		a.Remedy = "find out who stopped it and why, then clear the stop"
	case a.Interrupted:
		a.Remedy = "it was stopped before it arrived: send it again"
	case said == say.HomingFailed:
		a.Remedy = "check the homing switches, and whether anything holds the arm"
	case said == say.ArmFault, c.state.Pending.GivenUp():
		a.Remedy = "the log says why the arm failed; meanwhile the visitor moves for it"
	}
	if !st.Up {
		return a
	}
	tip := c.cfg.Arm.Tip(st.Status.Position)
	a.X, a.Y, a.Z, a.Joints = tip.X, tip.Y, tip.Z, c.cfg.Arm.Angles(st.Status.Position)
	a.Queue = max(link.QueueLen-int(st.Status.Free), 0)
	return a
}

// driftStatus returns the drift, zero as long as too few checkers were found off the middle to make a direction.
func (c *Core) driftStatus() DriftStatus {
	x, y, found, of := c.sensors.drift.Mean()
	if found < sensors.MinOffCentre {
		x, y = 0, 0
	}
	return DriftStatus{X: roundTenths(x), Y: roundTenths(y), Placements: of}
}

// calibrationStatus returns how far the calibration has come, nil when nobody calibrates.
func (c *Core) calibrationStatus() *CalibStatus {
	session := c.calibration
	if session == nil {
		return nil
	}
	s := &CalibStatus{
		Plan: calibrate.Plan(c.cfg.Arm), Next: session.Next(), Say: session.Prompt(),
		Taken: []CalibPoint{}, Residuals: []CalibResidual{},
	}
	for _, p := range session.Taken() {
		s.Taken = append(s.Taken, CalibPoint{Place: p.Name, X: p.Tip.X, Y: p.Tip.Y, Z: p.Tip.Z})
	}
	r := session.Result()
	if r == nil {
		return s
	}
	for _, x := range r.Residuals {
		s.Residuals = append(s.Residuals, CalibResidual{Place: session.Name(x.Place), MM: x.Length(), Meaning: x.Text})
	}
	b, l := r.Config.Board, r.Config.Links
	s.Fit = CalibFit{
		CentreX: b.CentreX, CentreY: b.CentreY, Yaw: b.Yaw, Surface: b.Surface, TiltX: b.TiltX, TiltY: b.TiltY,
		Upper: l.Upper, Forearm: l.Forearm, Tool: l.Tool, RMS: r.RMS,
	}
	return s
}
