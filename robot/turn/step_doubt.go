package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

const (
	masksSince = 2 // the version of journals in which sensors may be doubted
	doubtAt    = 3 // presses over the same board at which the visitor is asked about it
	strayAt    = 6 // … when it looks as if a checker only stood on a wrong square
	MostMasked = 4 // sensors that are given up without an operator
)

// Doubt is how often in a row the same board has contradicted what was asked for.
type Doubt struct {
	Bits    board.Bits
	Phase   Phase
	Ply     int
	Presses int
	Sure    bool // a person says that the sensor is wrong: once it is masked, his press counts
}

// A guess is what a board may mean with one sensor wrong.
type guess struct {
	move  board.Move
	moved bool // else the board is as it should be
	odd   board.Square
	stray bool // it looks as if a checker only stood on a wrong square
}

// doubt looks whether a press has brought anything. People do what they are asked; when the same board is shown again and
// again, a sensor is wrong. So it asks, and a press more is the answer that it is.
func (t *stepper) doubt(phase Phase) {
	if t.kept || t.s.Settings.Version < masksSince {
		return
	}
	guesses := t.guesses(phase)
	if len(guesses) == 0 {
		t.s.Sensors.Doubt = Doubt{}
		return
	}
	d := t.counted(phase)
	t.s.Sensors.Doubt = d
	asked := d.Presses - doubtAt
	if guesses[0].stray {
		asked = d.Presses - strayAt
	}
	if t.then.Verdict == sensing.Ambiguous {
		asked = d.Presses - 1 // judge asks at once
	}
	switch {
	case asked < 0:
	case guesses[0].odd != board.NoSquare && t.s.Sensors.Masked.Len() >= MostMasked:
		t.instead(say.SensorsFault, nil, "")
	case asked == 0 || t.unclear(guesses):
		t.wonder(guesses)
	default:
		t.believe(guesses[0])
	}
}

// counted is the doubt with this press in it.
func (t *stepper) counted(phase Phase) Doubt {
	d := Doubt{Bits: t.s.Sensors.Bits &^ t.s.Sensors.Masked, Phase: phase, Ply: t.s.Game.Plies(), Presses: t.s.Sensors.Doubt.Presses}
	if d != t.s.Sensors.Doubt {
		d.Presses = 0
	}
	d.Presses++
	return d
}

// guesses lists what may be meant by a board that a press didn't make right.
func (t *stepper) guesses(phase Phase) []guess {
	switch {
	case t.s.Phase != phase || t.s.alike():
		return nil
	case phase == Setup && t.s.Turn.LastVerdict != sensing.Start:
		return t.oneOf(t.s.Wait.SetupTarget)
	case phase == Hold && t.s.Wait.ArmStands:
		return t.oneOf(t.s.Wait.Expected)
	case phase == Help && t.s.Wait.Reason == AwaitTurnOver:
		return t.oneOf(t.s.OccupiedByGame())
	case phase == Help && t.s.Wait.Reason != AwaitTray:
		return t.oneOf(t.s.Pending.OccupiedAfter(t.s.Pending.Done + 1))
	case phase == Over && t.s.differs(t.s.nextOccupied()).Len() == 1: // else he has only pressed
		return t.oneOf(t.s.nextOccupied())
	case phase != Visitor:
		return nil
	}
	switch t.then.Verdict {
	case sensing.Illegal, sensing.Incomplete:
		return t.visitorGuesses()
	case sensing.Ambiguous:
		var list []guess
		for _, m := range t.s.Turn.Candidates {
			list = append(list, guess{move: m, moved: true, odd: board.NoSquare})
		}
		return list
	}
	return nil
}

// oneOf doubts the sensor that a person was asked about, when few differ.
func (t *stepper) oneOf(want board.Bits) []guess {
	odd := t.s.differs(want)
	switch missing := odd & want; {
	case odd == 0 || odd.Len() > many:
		return nil
	case missing != 0:
		return []guess{{odd: t.nearest(missing)[0], stray: missing != odd}}
	}
	return []guess{{odd: t.nearest(odd)[0]}}
}

// visitorGuesses lists the outcomes that differ from the board in one square. Those come first whose sensor has not been
// right about such a square in this game, and that nobody has moved comes last.
func (t *stepper) visitorGuesses() []guess {
	var list []guess
	p := t.s.Game.Position()
	results := map[board.Position]bool{}
	for _, m := range p.Moves() {
		after := p.Play(m)
		if odd := t.s.differs(after.Occupied()); odd.Len() == 1 && !results[after] {
			results[after] = true
			list = append(list, guess{move: m, moved: true, odd: odd.Squares()[0]})
		}
	}
	proven := t.proven()
	slices.SortStableFunc(list, func(a, b guess) int { return (proven & a.odd.Bit()).Len() - (proven & b.odd.Bit()).Len() })
	if odd := t.s.differs(p.Occupied()); odd.Len() == 1 {
		list = append(list, guess{odd: odd.Squares()[0]})
	}
	return list
}

// unclear tells whether a press can't say which of several moves was made. It can when only the first one's sensor has
// yet to be right: that one will be wrong.
func (t *stepper) unclear(guesses []guess) bool {
	if len(movesOf(guesses)) < 2 {
		return false
	}
	proven := t.proven()
	for i, g := range guesses {
		if g.moved && proven.Has(g.odd) == (i == 0) {
			return true
		}
	}
	return false
}

// proven are the squares whose sensors, if they are wrong now, have been right about the same before.
func (t *stepper) proven() board.Bits {
	return ^t.s.Sensors.Bits&t.s.Sensors.RightFull | t.s.Sensors.Bits&t.s.Sensors.RightEmpty
}

// prove notes which sensors are right, now that the board is known.
func (t *stepper) prove() {
	want := t.s.OccupiedByGame()
	t.s.Sensors.RightFull |= t.s.Sensors.Bits & want
	t.s.Sensors.RightEmpty |= ^(t.s.Sensors.Bits | want)
}

// wonder asks about a board that the same person has shown again and again.
func (t *stepper) wonder(guesses []guess) {
	first := guesses[0]
	t.s.Turn.Candidates = movesOf(guesses)
	switch {
	case t.unclear(guesses):
		t.instead(say.WhichMove, ends(t.s.Turn.Candidates), "")
	case len(guesses) > 1 || first.odd == board.NoSquare:
		t.instead(say.WasIt, []board.Square{first.move.From, first.move.To}, t.s.Game.Position().Notation(first.move))
	case t.s.Sensors.Bits.Has(first.odd):
		t.instead(say.DoubtExtra, []board.Square{first.odd}, "")
	default:
		t.instead(say.DoubtMissing, []board.Square{first.odd}, "")
	}
}

func movesOf(guesses []guess) []board.Move {
	var moves []board.Move
	for _, g := range guesses {
		if g.moved {
			moves = append(moves, g.move)
		}
	}
	return moves
}

// believe takes a person's word for it that a sensor is wrong.
func (t *stepper) believe(g guess) {
	t.unsay()
	if g.moved {
		t.then.Verdict = sensing.MoveMade
		t.visitorMoved(g.move)
		return
	}
	t.s.Sensors.Doubt.Sure = true
	t.giveUp(g.odd.Bit())
}

// giveUp wants the sensors of these squares masked, for each reads the opposite of what is so.
func (t *stepper) giveUp(squares board.Bits) {
	for _, sq := range squares.Squares() {
		reason := ReasonDead
		if t.s.Sensors.Bits.Has(sq) {
			reason = ReasonStuck
		}
		t.effect(Effect{Kind: EffectMask, Name: string(reason), Squares: []string{sq.String()}, Do: Order{Mask: reason}})
	}
}

// instead says something in the place of what has been said about this press.
func (t *stepper) instead(key say.Key, squares []board.Square, move string) {
	t.unsay()
	t.say(key, squares, move)
}

// unsay takes back what has been said about this press.
func (t *stepper) unsay() {
	t.then.Effects = slices.DeleteFunc(t.then.Effects, func(e Effect) bool { return e.Kind == EffectSay })
	t.then.Say = ""
}
