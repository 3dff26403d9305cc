package robot

import (
	"crownhead/board"
	"crownhead/board/hall"
	"crownhead/face/say"
)

// visitorTurn gives the turn to the visitor.
func (t *stepper) visitorTurn() {
	t.s.Phase, t.s.Presses, t.s.Offered = Visitor, 0, ""
	key := say.YourTurn
	if t.s.Game.Plies() < 2 {
		key = say.YourTurnWhite
		if t.s.Settings.Visitor == board.Black {
			key = say.YourTurnBlack
		}
	}
	if t.s.Game.Plies() == 0 {
		t.mood(MoodGreeting)
	}
	t.mood(MoodWaiting)
	t.say(key, nil, "")
	t.remindOfCrown()
	t.look(LookVisitor)
	t.waitForVisitor()
}

// remindOfCrown asks the visitor once more to turn his man over, now that he has the board: when it became a king, the
// robot's answer came right after. In the game it is a king in any case.
func (t *stepper) remindOfCrown() {
	sq := t.s.Crown
	t.s.Crown = board.NoSquare
	if sq != board.NoSquare && t.s.Game.Position().Pieces(t.s.Settings.Visitor).Has(sq) {
		t.say(say.CrownYours, []board.Square{sq}, "")
	}
}

// waitForVisitor starts the visitor's time anew.
func (t *stepper) waitForVisitor() {
	if t.s.Settings.Ask > 0 {
		t.deadline(dueAsk, t.s.Settings.Ask*1000)
	}
	if t.s.Settings.Abandon > 0 {
		t.deadline(dueAbandon, t.s.Settings.Abandon*1000)
	}
}

// infer asks what the settled board shows.
func (t *stepper) infer() hall.Result {
	q := hall.Query{Position: t.s.Game.Position(), Bits: t.s.Bits, Unknown: t.s.Masked}
	if t.s.HasPrev {
		prev := t.s.Prev
		q.Prev = &prev
	}
	return hall.Infer(q)
}

// judge judges the board at the visitor's press.
func (t *stepper) judge() {
	r := t.infer()
	t.then.Verdict = string(r.Verdict)
	meant := t.s.Offered == r.Verdict // the same at two presses in a row: he means it
	t.s.Offered = r.Verdict
	switch r.Verdict {
	case hall.MoveMade:
		t.visitorMoved(r.Move)
		return
	case hall.Unchanged:
		t.unchanged(r)
	case hall.Start:
		if meant {
			t.newGame()
			return
		}
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	case hall.Takeback:
		if meant && t.undo(2) {
			return
		}
		t.say(say.TakebackOffer, nil, "")
	case hall.Illegal:
		if t.upset(r) {
			return
		}
		t.mood(MoodRule)
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	default:
		t.say(say.Key(r.Say.Key), r.Say.Squares, r.Say.Move)
	}
	t.waitForVisitor()
}

// upset tells whether so much is amiss that nobody has moved: the board was knocked over. It is set up again, or a new
// game is begun.
func (t *stepper) upset(r hall.Result) bool {
	nearest := t.s.differs(t.s.want()).Len()
	for _, m := range r.Nearest {
		nearest = min(nearest, t.s.differs(t.s.Game.Position().Play(m).Occupied()).Len())
	}
	if nearest <= many {
		return false
	}
	t.s.Phase = Setup
	t.mood(MoodFault)
	t.say(say.BoardUpset, nil, "")
	t.deadline(dueSetup, setupMS)
	return true
}

// unchanged answers a press without a move: without reproach the first time.
func (t *stepper) unchanged(r hall.Result) {
	t.s.Presses++
	key := say.YourMove
	if t.s.Presses > 1 {
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
	t.s.Prev, t.s.HasPrev, t.s.Game = before, true, next
	if m.IsCapture() {
		t.mood(MoodLost)
	}
	if t.s.over() {
		t.end()
		return
	}
	if before.Promotes(m) {
		t.s.Crown = m.To
		t.say(say.CrownYours, []board.Square{m.To}, "")
	}
	t.think()
}

// takeback gives the visitor his move back when he has undone it before the robot answered.
func (t *stepper) takeback() bool {
	if !t.s.HasPrev || !t.s.shows(t.s.Prev.Occupied()) || !t.undo(1) {
		return false
	}
	t.then.Verdict = string(hall.Takeback)
	t.do(EffectCancel)
	return true
}

// undo takes plies back to the position before the visitor's last one.
func (t *stepper) undo(plies int) bool {
	back, ok := t.s.Game.Back(plies)
	if !ok || back.Position() != t.s.Prev {
		return false
	}
	t.s.Game, t.s.HasPrev, t.s.Crown = back, false, board.NoSquare
	t.visitorTurn()
	t.say(say.TakebackDone, nil, "")
	return true
}
