package turn

import (
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// visitorTurn gives the turn to the visitor.
func (t *stepper) visitorTurn() {
	t.s.Phase, t.s.Turn.IdlePresses, t.s.Turn.LastVerdict = Visitor, 0, ""
	t.newTurn()
	t.prove()
	key := t.turnKey()
	t.s.Draw.Answer = ""
	if t.s.Game.Plies() == 0 {
		t.mood(MoodGreeting)
	}
	t.mood(MoodWaiting)
	t.say(key, nil, "")
	t.remindOfCrown()
	t.look(LookVisitor)
	t.waitForVisitor()
}

// newTurn forgets what belonged to the position before.
func (t *stepper) newTurn() {
	t.s.Turn.ComplaintShown, t.s.Turn.Candidates, t.s.Hint.Asked, t.s.Hint.Move = false, nil, false, nil
}

// turnKey is the sentence that gives the turn to the visitor.
func (t *stepper) turnKey() say.Key {
	switch {
	case t.s.Draw.Answer != "":
		return say.Key(t.s.Draw.Answer)
	case t.offersDraw():
		return say.DrawOffer
	case t.s.Game.Plies() >= 2:
		return say.YourTurn
	case t.s.Settings.Visitor == board.Black:
		return say.YourTurnBlack
	}
	return say.YourTurnWhite
}

// remindOfCrown asks the visitor once more to turn his man over, now that he has the board: when it became a king, the
// robot's answer came right after. In the game it is a king in any case.
func (t *stepper) remindOfCrown() {
	sq := t.s.LastPly.Crown
	t.s.LastPly.Crown = board.NoSquare
	if sq != board.NoSquare && t.s.Game.Position().Pieces(t.s.Settings.Visitor).Has(sq) {
		t.say(say.CrownYours, []board.Square{sq}, "")
	}
}

// waitForVisitor starts the visitor's time anew.
func (t *stepper) waitForVisitor() {
	if t.s.Settings.Ask > 0 {
		t.deadline(deadlineAsk, t.s.Settings.Ask*1000)
	}
	if t.s.Settings.Abandon > 0 {
		t.deadline(deadlineAbandon, t.s.Settings.Abandon*1000)
	}
}

// infer asks what the settled board shows.
func (t *stepper) infer() sensing.Result {
	q := sensing.Query{Position: t.s.Game.Position(), Bits: t.s.Sensors.Bits, Unknown: t.s.Sensors.Masked}
	if t.s.LastPly.Known {
		prev := t.s.LastPly.Before
		q.Prev = &prev
	}
	return sensing.Infer(q)
}

// judge judges the board at the visitor's press.
func (t *stepper) judge() {
	r := t.infer()
	t.then.Verdict = r.Verdict
	meant := t.s.Turn.LastVerdict == r.Verdict // the same at two presses in a row: he means it
	t.s.Turn.LastVerdict, t.s.Turn.ComplaintShown, t.s.Turn.Candidates = r.Verdict, r.Verdict != sensing.Unchanged, nil
	switch r.Verdict {
	case sensing.MoveMade:
		t.visitorMoved(r.Move)
		return
	case sensing.Unchanged:
		t.unchanged(r)
	case sensing.Start:
		if meant {
			t.newGame(false)
			return
		}
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	case sensing.Takeback:
		if t.judgeTakeback(meant) {
			return
		}
	case sensing.Illegal:
		if t.upset(r) {
			return
		}
		t.mood(MoodRule)
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	case sensing.Ambiguous:
		t.s.Turn.Candidates = r.Candidates
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	default:
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	}
	t.waitForVisitor()
}

// judgeTakeback handles a board on which the visitor's last move is undone: it is taken back when he means it.
func (t *stepper) judgeTakeback(meant bool) bool {
	switch {
	case !t.s.Settings.Takeback:
		t.guideSoon(say.TakebackOff)
	case meant && t.undo(2):
		t.tryAgain()
	default:
		t.say(say.TakebackOffer, nil, "")
		return false
	}
	return true
}

// mended sees whether the board that was complained about is in order again. What it shows is judged at the press, as
// always; what is no longer true must not go on being said.
func (t *stepper) mended() {
	if !t.s.Turn.ComplaintShown || t.s.Hint.Asked {
		return
	}
	switch r := t.infer(); r.Verdict {
	case sensing.Unchanged:
		t.sayOnce(t.turnKey(), nil)
	case sensing.MoveMade:
		t.sayOnce(say.PressWhenReady, nil)
	case sensing.Incomplete: // the next one to be taken off
		if t.s.Said.Key == string(say.TakeOff) && r.Say.Key == string(say.TakeOff) {
			t.sayOnce(say.TakeOff, r.Say.Squares)
		}
	}
}

// upset tells whether so much is amiss that nobody has moved: the board was knocked over. It is set up again, or a new
// game is begun.
func (t *stepper) upset(r sensing.Result) bool {
	nearest := t.s.differs(t.s.OccupiedByGame()).Len()
	for _, m := range r.Nearest {
		nearest = min(nearest, t.s.differs(t.s.Game.Position().Play(m).Occupied()).Len())
	}
	if nearest <= many {
		return false
	}
	t.s.Phase, t.s.Wait.SetupTarget = Setup, t.s.OccupiedByGame()
	t.mood(MoodFault)
	t.say(say.BoardUpset, nil, "")
	t.deadline(deadlineSetup, setupMS)
	return true
}

// unchanged answers a press without a move: without reproach the first time.
func (t *stepper) unchanged(r sensing.Result) {
	t.s.Turn.IdlePresses++
	if t.s.Turn.IdlePresses >= doubtAt && t.s.Settings.Version >= masksSince {
		if moves := movesOf(t.visitorGuesses()); len(moves) > 0 { // one sensor is masked and another wrong: he may have moved unseen
			t.s.Turn.Candidates = moves
			t.say(say.WhichMove, ends(moves), "")
			return
		}
	}
	key := say.YourMove
	if t.s.Turn.IdlePresses > 1 {
		key = say.YourMoveAgain
	}
	t.say(key, r.Say.Squares, r.Say.Move)
}

// visitorMoved plays the visitor's move and lets the engine answer.
func (t *stepper) visitorMoved(m board.Move) {
	before := t.s.Game.Position()
	next, err := t.s.Game.Play(m)
	if err != nil {
		return // hall gives legal moves only
	}
	t.then.Move = before.Notation(m)
	t.s.LastPly.Before, t.s.LastPly.Known, t.s.Game, t.s.LastPly.Tray = before, true, next, t.s.Tray
	t.newTurn()
	t.s.Remark = Remark{}
	t.movedOn()
	t.prove()
	t.giveUp(t.s.differs(next.Position().Occupied())) // he says that he has made it, whatever they read
	if m.IsCapture() {
		t.mood(MoodLost)
	}
	if t.s.GameOver() {
		t.end()
		return
	}
	if before.Promotes(m) {
		t.s.LastPly.Crown = m.To
		t.say(say.CrownYours, []board.Square{m.To}, "")
	}
	t.think()
}
