package turn

import (
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// askHint asks the engine for a move for the visitor.
func (t *stepper) askHint() {
	if t.s.Phase != Visitor {
		t.notYet()
		return
	}
	if t.s.Hint.Asked {
		return
	}
	t.s.Hint.Asked = true
	t.effect(Effect{Kind: EffectHint, N: t.s.Game.Plies(), Do: Order{Task: t.s.task()}})
	t.deadline(deadlineThinking, thinkingMS)
	t.deadline(deadlineHint, hintMS)
}

// hinted tells the visitor what the engine has found, unless the game has gone on.
func (t *stepper) hinted() {
	if t.s.Phase != Visitor || !t.s.Hint.Asked || t.e.Ply != t.s.Game.Plies() {
		return
	}
	t.s.Hint.Asked = false
	p := t.s.Game.Position()
	m, err := p.ParseMove(t.e.Move)
	if err != nil {
		t.noHint()
		return
	}
	t.s.Hint.Move, t.s.Turn.ComplaintShown = &m, false
	t.say(say.Hint, p.Path(m), p.Notation(m))
	t.remark()
}

// noHint lets the visitor move without one.
func (t *stepper) noHint() {
	t.s.Hint.Asked = false
	t.say(say.EngineFault, nil, "")
}

// answerWhich takes the visitor's answer to the question which move he has made.
func (t *stepper) answerWhich() {
	if t.s.Phase != Visitor || len(t.s.Turn.Candidates) == 0 {
		t.notYet()
		return
	}
	if t.e.Args[argMove] == noMove {
		t.s.Turn.Candidates, t.s.Turn.ComplaintShown = nil, false
		if odd := t.s.differs(t.s.OccupiedByGame()); odd.Len() == 1 {
			t.giveUp(odd)
		}
		t.say(say.YourMove, nil, "")
		return
	}
	p := t.s.Game.Position()
	for _, m := range t.s.Turn.Candidates {
		if p.Notation(m) == t.e.Args[argMove] {
			t.then.Verdict = sensing.MoveMade
			t.visitorMoved(m)
			return
		}
	}
	t.say(say.WhichMove, ends(t.s.Turn.Candidates), "")
}

// ends are the squares at which moves end.
func ends(moves []board.Move) []board.Square {
	set := board.Bits(0)
	for _, m := range moves {
		set |= m.To.Bit()
	}
	return set.Squares()
}
