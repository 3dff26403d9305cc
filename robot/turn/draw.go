package turn

import "crownhead/face/say"

// A draw by agreement. What the robot thinks of one is its engine's last estimate; no number in
// here is a rule of the game.
const (
	clearlyBehind = -0.25 // by this it gladly takes a draw
	nobodyAhead   = 0.12  // up to this the game is even
	earliestDraw  = 20    // plies; before that nobody has played yet
	longGame      = 80    // plies after which an even game may end in a draw
	fewCheckers   = 8     // the same goes for an ending with so few
	drawPause     = 10    // plies after one that was declined
	evenTooLong   = 8     // the robot's moves in an even ending, after which it offers one itself
	offerPause    = 30    // plies after which it may do so again
)

// answerDrawOffer answers the visitor's offer of a draw: at once, or with the engine's answer while
// that is being waited for. It reports whether the game has ended; else the turn goes on.
func (t *eventRun) answerDrawOffer() (ended bool) {
	d, plies := &t.s.Draw, t.s.Game.Plies()
	switch {
	case d.Offer == RobotsDraw:
		t.agreeDraw()
	case d.Offer == declined && !d.hasRested(plies, drawPause):
		t.declineDraw(say.DrawLater)
	case t.s.Phase == Thinking:
		d.Offer = VisitorsDraw
		t.say(say.DrawThinking, nil, "")
	case t.s.wantsDraw():
		t.agreeDraw()
	default:
		d.declineOffer(plies)
		t.declineDraw(say.DrawDeclined)
	}
	return t.s.GameOver()
}

// settleDrawOffer decides about an offer that has waited for the engine's answer, and reports
// whether the robot agrees: that needs no further move.
func (t *eventRun) settleDrawOffer() (agreed bool) {
	if t.s.Draw.Offer != VisitorsDraw {
		return false
	}
	if t.s.wantsDraw() {
		t.agreeDraw()
		return true
	}
	t.s.Draw.declineOffer(t.s.Game.Plies())
	t.declineDraw(say.DrawDeclined)
	return false
}

// acceptRobotsDraw takes the robot's offer.
func (t *eventRun) acceptRobotsDraw() {
	if t.s.Draw.Offer == RobotsDraw && !t.s.GameOver() {
		t.agreeDraw()
	}
}

// agreeDraw ends the game as a draw.
func (t *eventRun) agreeDraw() {
	t.callOffEngine()
	t.s.Game = t.s.Game.Agree()
	t.s.Draw.Offer = noOffer
	t.endGame()
}

// declineDraw says no: now, or when the visitor has the turn.
func (t *eventRun) declineDraw(key say.Key) {
	switch t.s.Phase {
	case VisitorTurn, Setup, Help:
		t.say(key, nil, "")
	default:
		t.s.Draw.DeclineKey = key
	}
}

// maybeOfferDraw offers a draw with the visitor's turn when an even ending drags on, unless the robot
// has to decline the visitor's first.
func (t *eventRun) maybeOfferDraw() {
	d, plies := &t.s.Draw, t.s.Game.Plies()
	if d.DeclineKey != "" {
		return
	}
	switch d.Offer {
	case RobotsDraw:
		return // it stands, as when the link was away
	case VisitorsDraw:
		d.Offer = noOffer // they have taken their move back meanwhile
	}
	drags := d.EvenMoves >= evenTooLong && t.s.OccupiedByGame().Len() <= fewCheckers && plies >= earliestDraw
	if drags && (d.DeclinedAt <= 0 || d.hasRested(plies, offerPause)) {
		d.Offer = RobotsDraw
	}
}

// noteEstimate takes the engine's estimate for the robot.
func (t *eventRun) noteEstimate(win float64) {
	t.s.Estimate = Estimate{Win: win, Earlier: t.s.Advantage()}
	if t.s.Draw.EvenMoves++; win > nobodyAhead || win < -nobodyAhead {
		t.s.Draw.EvenMoves = 0
	}
}

// wantsDraw reports whether a draw suits the robot: it is behind, or nobody will win this any more.
func (s State) wantsDraw() bool {
	plies := s.Game.Plies()
	late := plies >= longGame || s.OccupiedByGame().Len() <= fewCheckers
	return plies >= earliestDraw && (s.Estimate.Win <= clearlyBehind || late && s.Estimate.Win <= nobodyAhead)
}

// moveOn is the visitor's move: by it they decline what the robot has offered; and what was
// declined is forgotten after a while.
func (d *Draw) moveOn(plies int) {
	switch {
	case d.Offer == RobotsDraw:
		d.declineOffer(plies)
	case d.Offer == declined && d.hasRested(plies, drawPause):
		d.Offer = noOffer
	}
}

func (d *Draw) declineOffer(plies int) { d.Offer, d.DeclinedAt = declined, plies }

// hasRested reports whether a pause of so many plies has been played since a draw was declined.
func (d *Draw) hasRested(plies, pause int) bool { return plies >= d.DeclinedAt+pause }
