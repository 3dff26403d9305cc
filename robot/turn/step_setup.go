package turn

import (
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// goOn takes the game up where it stands, if the board agrees, and else guides a person until it does. It is the one
// way back from every interruption.
func (t *stepper) goOn() {
	switch {
	case !t.s.Link.Up || !t.s.Arm.Homed:
		return
	case !t.s.Sensors.Seen:
		t.s.Phase = Setup
		t.deadline(deadlineSetup, setupMS)
	case t.s.Paused:
		t.rest()
	case t.s.PendingCommand != "" && t.doWish():
	case t.s.Settings.Lay && !t.s.SetupConfirmed:
		t.askToLay()
	case t.s.Pending.Active:
		t.goOnCarrying()
	case t.s.GameOver():
		t.s.Phase = Over
		t.sayEnd()
	case t.s.visitorToMove():
		t.goOnVisitor()
	case t.s.shows(t.s.OccupiedByGame()):
		t.think()
	default:
		t.guide(t.s.OccupiedByGame())
	}
}

// askToLay asks for the board before the first move, where the sensors can't tell whether it is right: the colours have
// changed sides, or somebody has put in a position of his own.
func (t *stepper) askToLay() {
	t.s.Phase = Setup
	t.sayOnce(sideKey(t.s.Settings.Start, t.s.Settings.Visitor), nil)
	t.deadline(deadlineSetup, setupMS)
}

// goOnVisitor lets the visitor go on with a move that he may have begun.
func (t *stepper) goOnVisitor() {
	if t.s.shows(t.s.OccupiedByGame()) {
		t.visitorTurn()
		return
	}
	if t.s.Game.Plies() > 0 {
		switch t.infer().Verdict {
		case sensing.MoveMade, sensing.Incomplete:
			t.visitorTurn()
			return
		}
	}
	t.guide(t.s.OccupiedByGame())
}

// goOnCarrying goes on with the robot's move at the step that the board shows: the carry that was under way may have
// been completed without a report. A board that shows no step is put right by hand.
func (t *stepper) goOnCarrying() {
	h := &t.s.Pending
	last := len(h.Program.Carries)
	if last == 0 && t.s.shows(h.OccupiedAfter(0)) { // not planned yet: the tray was full
		t.begin()
		return
	}
	for n := h.Done; last > 0 && n <= min(h.Done+1, last) && !h.GivenUp(); n++ {
		if t.s.shows(h.OccupiedAfter(n)) {
			t.goOnFrom(n)
			return
		}
	}
	if t.s.shows(t.s.OccupiedByGame()) {
		t.finishedByHand()
		return
	}
	t.guide(t.nearestStep())
}

// goOnFrom goes on with carry n. What was on its way to the tray, no sensor sees: it may have fallen anywhere.
func (t *stepper) goOnFrom(n int) {
	h := &t.s.Pending
	if n > h.Done && h.Program.Carries[h.Done].To.Square == board.NoSquare {
		t.await(AwaitPick)
		return
	}
	h.Done = n
	t.carryOn()
}

// carryOn goes on with the carries after a break, and says so: what was asked for is over.
func (t *stepper) carryOn() {
	if !t.s.Pending.Complete() {
		t.say(say.Resumed, nil, "")
	}
	t.carry()
}

// nearestStep is what the fewest squares are to be mended for: the board before the carry that was under way, after it,
// or after the whole move. Where the carry's checker still stands, the arm can do it, else a person is nearer.
func (t *stepper) nearestStep() board.Bits {
	h := t.s.Pending
	if h.GivenUp() || h.Complete() {
		return t.s.OccupiedByGame()
	}
	c := h.Program.Carries[h.Done]
	best, next := c.Expect, h.OccupiedAfter(h.Done)
	if c.From.Sensed() && (t.s.Sensors.Bits &^ t.s.Sensors.Masked).Has(c.From.Square) {
		best, next = next, best
	}
	for _, other := range [...]board.Bits{next, t.s.OccupiedByGame()} {
		if t.s.differs(other).Len() < t.s.differs(best).Len() {
			best = other
		}
	}
	return best
}

// guide tells a person how to make the board equal a set of squares, one square at a time.
func (t *stepper) guide(want board.Bits) {
	t.s.Phase, t.s.Wait.SetupTarget = Setup, want
	odd := t.s.differs(want)
	missing, extra := odd&want, odd&^want
	switch {
	case t.s.shows(allFull):
		t.sayOnce(say.FaultFull, nil)
	case (missing | extra).Len() > many:
		t.sayOnce(say.SetUp, nil)
	case missing != 0:
		t.askFor(t.nearest(missing))
	default:
		t.sayOnce(say.SetUpWrong, t.nearest(extra))
	}
	t.deadline(deadlineSetup, setupMS)
}

// askFor asks for the checker that belongs on a square, as the game has it, or had it before the move in hand.
func (t *stepper) askFor(sq []board.Square) {
	h := &t.s.Pending
	piece := t.s.Game.Position().PieceAt(sq[0])
	if piece == board.NoPiece {
		piece = h.Before.PieceAt(sq[0])
	}
	if h.Active && sq[0] == h.Move.To && piece.King() {
		h.Crowned = true
	}
	t.sayOnce(layKey(piece), sq)
}

const (
	many    = 6              // more differing squares than that are no slip of a hand
	allFull = ^board.Bits(0) // no game has 32 checkers
)

// alike tells sensors that all read the same while somebody plays: their supply, or their cable.
func (s State) alike() bool { return s.shows(0) || s.shows(allFull) }

func (s State) alikeKey() say.Key {
	if s.shows(0) {
		return say.FaultEmpty
	}
	return say.FaultFull
}

// anew offers a new game when the start position was set up in place of the one that is asked for.
func (t *stepper) anew() bool {
	if t.s.Game.Plies() == 0 || !t.s.shows(board.Start().Occupied()) {
		t.s.Turn.LastVerdict = ""
		return false
	}
	if t.s.Turn.LastVerdict == sensing.Start {
		t.newGame(false)
		return true
	}
	t.s.Turn.LastVerdict = sensing.Start
	t.say(say.NewGameOffer, nil, "")
	return true
}

// nearest returns the square of a set that is nearest to the visitor.
func (t *stepper) nearest(set board.Bits) []board.Square {
	squares := set.Squares()
	if t.s.Settings.Visitor == board.Black {
		return squares[len(squares)-1:]
	}
	return squares[:1]
}
