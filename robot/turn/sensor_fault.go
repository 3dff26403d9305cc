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
	strayAt    = 6 // the same, when it looks as if a checker only stood on a wrong square
	MostMasked = 4 // sensors that are given up without an operator
)

// A guess is what a board may mean with one sensor wrong.
type guess struct {
	move  board.Move
	moved bool // else the board is as it should be
	odd   board.Square
	stray bool // it looks as if a checker only stood on a wrong square
}

// answerPress answers a press, and then looks whether it has brought anything. People do what they
// are asked. When they show the same board again and again, a sensor is wrong: the robot asks about
// it, and one more press says yes. What was said about that press is then taken back.
func (t *eventRun) answerPress(answer func()) {
	phase := t.s.Phase
	named, isNamed := t.s.namedMove()
	answer()
	if t.doubtCounted || t.s.Settings.Version < masksSince {
		return
	}
	guesses := t.guessMeaning(phase)
	if len(guesses) == 0 {
		t.s.Sensors.Doubt = Doubt{}
		return
	}
	d := t.s.doubtWithPress(phase)
	t.s.Sensors.Doubt = d
	meant := slices.IndexFunc(guesses, func(g guess) bool { return g.moved && g.move == named })
	if isNamed && d.Presses > 1 && meant >= 0 {
		t.believePerson(guesses[meant])
		return
	}
	asked := d.Presses - doubtAt
	if guesses[0].stray {
		asked = d.Presses - strayAt
	}
	if t.result.Verdict == sensing.Ambiguous {
		asked = d.Presses - 1 // judgeBoard asks at once
	}
	switch {
	case asked < 0:
	case guesses[0].odd != board.NoSquare && t.s.Sensors.Masked.Len() >= MostMasked:
		t.sayInstead(say.SensorsFault, nil, "")
	case asked == 0 || t.s.isUnclear(guesses):
		t.askAboutSensor(guesses)
	default:
		t.believePerson(guesses[0])
	}
}

// refusePress answers a press for which it isn't the time.
func (t *eventRun) refusePress() { t.answerPress(t.explainWait) }

// guessMeaning lists what may be meant by a board that a press in a phase didn't make right.
func (t *eventRun) guessMeaning(phase Phase) []guess {
	s := &t.s
	switch {
	case s.Phase != phase || s.allAlike():
		return nil
	case phase == Setup && s.Turn.LastVerdict != sensing.Start:
		return s.guessOdd(s.Wait.SetupTarget)
	case phase == Hold && s.Wait.ArmAtRest:
		return s.guessOdd(s.Wait.Expected)
	case phase == Help && s.Wait.Reason == awaitTurnOver:
		return s.guessOdd(s.OccupiedByGame())
	case phase == Help && s.Wait.Reason != awaitTray:
		return s.guessOdd(s.Pending.occupiedAfter(s.Pending.Done + 1))
	case phase == Over && s.differingSquares(s.nextOccupied()).Len() == 1: // else it was a press and nothing more
		return s.guessOdd(s.nextOccupied())
	case phase != VisitorTurn:
		return nil
	}
	switch t.result.Verdict {
	case sensing.Illegal, sensing.Incomplete:
		return s.guessShownMoves()
	case sensing.Ambiguous:
		var list []guess
		for _, m := range s.Turn.Candidates {
			list = append(list, guess{move: m, moved: true, odd: board.NoSquare})
		}
		return list
	}
	return nil
}

// askAboutSensor asks about a board that the same person has shown again and again.
func (t *eventRun) askAboutSensor(guesses []guess) {
	first := guesses[0]
	t.s.Turn.Candidates = movesOf(guesses)
	switch {
	case t.s.isUnclear(guesses):
		t.sayInstead(say.WhichMove, endsOf(t.s.Turn.Candidates), "")
		if !t.s.mayBeUnmoved() {
			t.startDeadlines(deadlineName)
		}
	case first.moved && t.s.hiddenCaptures(first.move) != 0 && t.s.Settings.Version >= hiddenSince:
		m := first.move
		t.sayInstead(say.TakenOff, t.s.hiddenCaptures(m).Squares(), t.s.Game.Position().Notation(m))
	case len(guesses) > 1 || first.odd == board.NoSquare:
		m := first.move
		t.sayInstead(say.WasIt, []board.Square{m.From, m.To}, t.s.Game.Position().Notation(m))
	case t.s.Sensors.Bits.Has(first.odd):
		t.sayInstead(say.DoubtExtra, []board.Square{first.odd}, "")
	default:
		t.sayInstead(say.DoubtMissing, []board.Square{first.odd}, "")
	}
}

// believePerson takes a person's word for it that a sensor is wrong.
func (t *eventRun) believePerson(g guess) {
	t.takeBackSentences()
	if g.moved {
		t.result.Verdict = sensing.MoveMade
		t.playVisitorMove(g.move)
		return
	}
	t.s.Sensors.Doubt.Sure = true
	t.maskFaulty(g.odd.Bit())
}

// takeUpMask believes a sensor no longer, or again. The board may mean something else by that, so the
// phase looks at it anew, as after a scan. When a person has just said that the sensor is wrong, the
// press at which they said so counts, and the phase judges the board as after that press. The
// handlers of both read the board from State.Sensors; the event in hand is still the mask.
func (t *eventRun) takeUpMask() {
	sq, err := board.ParseSquare(t.e.Square)
	if err != nil {
		return // no journal that is read holds one
	}
	if t.e.On {
		t.s.Sensors.Masked |= sq.Bit()
	} else {
		t.s.Sensors.Masked &^= sq.Bit()
	}
	lookAs := EventScan
	if t.s.Sensors.Doubt.Sure {
		lookAs = EventPressSettled
	}
	t.s.Sensors.Doubt = Doubt{}
	if t.s.Sensors.Seen {
		t.answerEvent(lookAs)
	}
}

// maskFaulty wants the sensors of these squares masked, for each reads the opposite of what is so.
func (t *eventRun) maskFaulty(squares board.Bits) {
	for _, sq := range squares.Squares() {
		reason := ReasonDead
		if t.s.Sensors.Bits.Has(sq) {
			reason = ReasonStuck
		}
		t.requestMask(EffectMask, sq.String(), reason)
	}
}

// doubtWithPress returns the doubt with this press counted.
func (s State) doubtWithPress(phase Phase) Doubt {
	old := s.Sensors.Doubt
	d := Doubt{Bits: s.Sensors.Bits &^ s.Sensors.Masked, Phase: phase, Ply: s.Game.Plies(), Presses: old.Presses}
	if d != old {
		d.Presses = 0
	}
	d.Presses++
	return d
}

// guessOdd doubts the sensor that a person was asked about, when few differ.
func (s State) guessOdd(want board.Bits) []guess {
	odd := s.differingSquares(want)
	switch missing := odd & want; {
	case odd == 0 || odd.Len() > mostSlips:
		return nil
	case missing != 0:
		return []guess{{odd: s.nearestSquare(missing), stray: missing != odd}}
	}
	return []guess{{odd: s.nearestSquare(odd)}}
}

// guessMoves lists the outcomes of the visitor's moves that differ from the board in one square.
// Moves come first whose sensor has not been right about such a square in this game. That nobody
// has moved comes last.
func (s State) guessMoves() []guess {
	var list []guess
	p := s.Game.Position()
	results := map[board.Position]bool{}
	for _, m := range p.Moves() {
		after := p.Play(m)
		if odd := s.differingSquares(after.Occupied()); odd.Len() == 1 && !results[after] {
			results[after] = true
			list = append(list, guess{move: m, moved: true, odd: odd.Squares()[0]})
		}
	}
	proven := s.provenSensors()
	unproven := func(a, b guess) int { return (proven & a.odd.Bit()).Len() - (proven & b.odd.Bit()).Len() }
	slices.SortStableFunc(list, unproven)
	if odd := s.differingSquares(p.Occupied()); odd.Len() == 1 {
		list = append(list, guess{odd: odd.Squares()[0]})
	}
	return list
}

// guessShownMoves lists the guesses of which a press may confirm the first. A move is among them only when another
// sensor than the doubted one shows that something has moved.
func (s State) guessShownMoves() []guess {
	list := s.guessMoves()
	if s.Settings.Version < hiddenSince {
		return list
	}
	changed := s.differingSquares(s.OccupiedByGame())
	list = slices.DeleteFunc(list, func(g guess) bool { return g.moved && changed&^g.odd.Bit() == 0 })
	if len(list) > 0 && list[0].moved && s.robotsCheckerMoved() {
		list[0].stray = true
	}
	return list
}

// robotsCheckerMoved reports whether the board is as if a hand had moved one checker of the robot's and nothing else.
// That needs fewer hands than a capture, and no sensor that is wrong.
func (s State) robotsCheckerMoved() bool {
	changed, occupied := s.differingSquares(s.OccupiedByGame()), s.OccupiedByGame()
	gone := changed & occupied
	return gone.Len() == 1 && (changed&^occupied).Len() == 1 &&
		s.Game.Position().Pieces(s.Settings.VisitorColor.Other())&gone != 0
}

// mayBeUnmoved reports whether the visitor need not have moved: the board shows what it did before, or only a checker of
// the robot's elsewhere. Then no press stands for a move.
func (s State) mayBeUnmoved() bool { return s.ShowsGame() || s.robotsCheckerMoved() }

// isUnclear reports whether a press can't say which move was made. It can when only the first one's sensor has yet to be
// right: that one will be wrong. It can't when the board may show that nobody has moved, or only the robot's checker.
func (s State) isUnclear(guesses []guess) bool {
	moves := len(movesOf(guesses))
	if moves > 0 && s.Settings.Version >= hiddenSince && s.mayBeUnmoved() {
		return true
	}
	if moves < 2 {
		return false
	}
	proven := s.provenSensors()
	for i, g := range guesses {
		if g.moved && proven.Has(g.odd) == (i == 0) {
			return true
		}
	}
	return false
}

// provenSensors returns the squares whose sensors, if they are wrong now, have been right about the
// same before.
func (s State) provenSensors() board.Bits {
	return ^s.Sensors.Bits&s.Sensors.RightFull | s.Sensors.Bits&s.Sensors.RightEmpty
}

// proveSensors notes which sensors are right, now that the board is known.
func (s *State) proveSensors() {
	want := s.OccupiedByGame()
	s.Sensors.RightFull |= s.Sensors.Bits & want
	s.Sensors.RightEmpty |= ^(s.Sensors.Bits | want)
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
