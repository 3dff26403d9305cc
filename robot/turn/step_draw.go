package turn

import "crownhead/face/say"

// A draw by agreement. What the robot thinks of one is its engine's last estimate; no number in here is a rule of the
// game.
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

// offerDraw answers the visitor's offer of a draw: at once, or with the engine's answer while that is being waited for.
func (t *stepper) offerDraw() {
	d := &t.s.Draw
	switch {
	case d.Offer == RobotsDraw:
		t.agree()
	case d.Offer == Declined && !t.rested(drawPause):
		t.answerDraw(say.DrawLater)
	case t.s.Phase == Thinking:
		d.Offer = VisitorsDraw
		t.say(say.DrawThinking, nil, "")
	case t.wantsDraw():
		t.agree()
	default:
		t.decline()
		t.answerDraw(say.DrawDeclined)
	}
}

// answerDraw says no: now, or when the visitor has the turn.
func (t *stepper) answerDraw(key say.Key) {
	switch t.s.Phase {
	case Visitor:
		t.say(key, nil, "")
	case Setup:
		t.guideSoon(key)
	case Help:
		t.say(key, nil, "")
		t.deadline(deadlineHelp, guideMS)
	default:
		t.s.Draw.Answer = string(key)
	}
}

// decideDraw decides about an offer that has waited for the engine's answer. An agreement needs no further move.
func (t *stepper) decideDraw() (agreed bool) {
	if t.s.Draw.Offer != VisitorsDraw {
		return false
	}
	if t.wantsDraw() {
		t.agree()
		return true
	}
	t.decline()
	t.answerDraw(say.DrawDeclined)
	return false
}

// wantsDraw tells whether a draw suits the robot: it is behind, or nobody will win this any more.
func (t *stepper) wantsDraw() bool {
	plies := t.s.Game.Plies()
	late := plies >= longGame || t.s.OccupiedByGame().Len() <= fewCheckers
	return plies >= earliestDraw && (t.s.Estimate.Win <= clearlyBehind || late && t.s.Estimate.Win <= nobodyAhead)
}

// rested tells whether so many plies have been played since a draw was declined.
func (t *stepper) rested(plies int) bool { return t.s.Game.Plies() >= t.s.Draw.DeclinedAt+plies }

func (t *stepper) decline() { t.s.Draw.Offer, t.s.Draw.DeclinedAt = Declined, t.s.Game.Plies() }

// agree ends the game as a draw.
func (t *stepper) agree() {
	t.leaveThinking()
	t.s.Game = t.s.Game.Agree()
	t.s.Draw.Offer = NoOffer
	t.end()
}

// acceptDraw takes the robot's offer.
func (t *stepper) acceptDraw() {
	if t.s.Draw.Offer == RobotsDraw && !t.s.GameOver() {
		t.agree()
	}
}

// estimated takes the engine's estimate for the robot.
func (t *stepper) estimated(win float64) {
	t.s.Estimate.Win, t.s.Estimate.Earlier, t.s.Estimate.TakenBack = win, t.s.Standing(), false
	if t.s.Draw.EvenMoves++; win > nobodyAhead || win < -nobodyAhead {
		t.s.Draw.EvenMoves = 0
	}
}

// offersDraw tells whether the robot offers a draw with this turn, because an even ending drags on.
func (t *stepper) offersDraw() bool {
	d := &t.s.Draw
	switch d.Offer {
	case RobotsDraw:
		return true // repeated, as when the link was away
	case VisitorsDraw:
		d.Offer = NoOffer // he has taken his move back meanwhile
	}
	drags := d.EvenMoves >= evenTooLong && t.s.OccupiedByGame().Len() <= fewCheckers && t.s.Game.Plies() >= earliestDraw
	if !drags || d.DeclinedAt > 0 && !t.rested(offerPause) {
		return false
	}
	d.Offer = RobotsDraw
	return true
}

// movedOn is the visitor's move: by it he declines what the robot has offered; and what was declined is forgotten after
// a while.
func (t *stepper) movedOn() {
	switch d := &t.s.Draw; {
	case d.Offer == RobotsDraw:
		t.decline()
	case d.Offer == Declined && t.rested(drawPause):
		d.Offer = NoOffer
	}
}
