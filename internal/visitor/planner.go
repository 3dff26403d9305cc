package visitor

import (
	"math/rand/v2"
	"slices"

	"crownhead/board"
)

// Habits of a clumsy visitor: how often a turn goes wrong, how often the next attempt does, and how
// often they first put everything back and press.
const (
	mistakeChance = 0.3
	relapseChance = 0.2
	putBackChance = 0.3
	mostTries     = 4 // after so many the visitor is careful
)

// A planner decides what the hand does next. It remembers the move that the visitor intends.
type planner struct {
	chooser    moveChooser
	clumsy     bool
	rng        *rand.Rand
	intended   *intendedMove
	touches    bool // the visitor has a screen to touch
	hasTouched bool
	touched    string       // the move that they want to touch on it, "" for none
	listening  bool         // to the moves that the robot names, one after the other
	mover      board.Square // where the robot's checker stood when it said that it moves it, or NoSquare
}

// planTask chooses what to do about the present sentence; nil: nothing.
func (m *planner) planTask(view View, w Hand) *task {
	if m.intended != nil && m.intended.fen != view.FEN {
		m.intended = nil
	}
	squares := parseSquares(view.Squares)
	switch {
	case (view.Key == "my_move" || view.Key == "my_capture") && len(squares) > 0:
		m.mover = squares[0]
	case view.Phase == "visitor":
		m.mover = board.NoSquare
	}
	if t, asked := planHelp(view, squares, m.mover, w); asked {
		return t
	}
	if t, asked := planRestoration(view, squares, w.Pieces()); asked {
		return t
	}
	switch view.Phase {
	case "setup":
		return planSetup(view.FEN, view, squares, w)
	case "over":
		if asksForSetup(view.Key) {
			return planSetup(view.Start, view, squares, w)
		}
	case "visitor":
		return m.planTurn(view, squares, w)
	case "hold":
		return planMend(view, squares, w)
	}
	return nil
}

// planTurn makes the move of a new turn, or mends the one that was not accepted.
func (m *planner) planTurn(view View, squares []board.Square, w Hand) *task {
	if m.intended == nil {
		p, err := board.ParseFEN(view.FEN)
		if err != nil || p.Turn != view.Visitor {
			return nil
		}
		if goal := piecesOf(p); view.Key == "takeback_done" && w.Pieces() != goal {
			return &task{goal: &goal} // their own move stands there still
		}
		move, ok := m.chooser.chooseMove(p)
		if !ok {
			return nil
		}
		m.intended, m.listening, m.hasTouched = newIntendedMove(view.FEN, p, move), false, false
		t := m.attemptMove(mistakeChance)
		lost := (occupiedSquares(w.Pieces()) &^ p.Occupied()).Squares() // the arm has lost it there
		t.ops = append(removeEach(lost), t.ops...)
		if view.Key == "crown_yours" { // a king that was not turned over yet
			t.ops = append(crownMen(squares, w.Pieces()), t.ops...)
		}
		return t
	}
	if m.intended.isQuestioned(view) {
		if view.Key == "which_move" && !m.listening {
			m.listening = true
			return nil // the robot will name one after the other
		}
		if view.Key == "was_it" && m.listening {
			return nil // until the right one is named
		}
		if view.Key == "which_move" && m.touches && m.listening && !m.hasTouched {
			return m.touchMove(w.Pieces())
		}
		return m.reconsiderMove(squares)
	}
	if asksAboutMove(view.Key) { // about their own: they make sure that it is made, and say so
		return m.repairBoard(nil, w.Pieces())
	}
	if m.clumsy && m.intended.tries < mostTries && m.rng.Float64() < putBackChance {
		m.intended.tries++
		goal := piecesOf(m.intended.before)
		return &task{goal: &goal, tidy: true}
	}
	if occupiedSquares(w.Pieces()) == m.intended.before.Occupied() {
		return m.attemptMove(relapseChance)
	}
	return m.repairBoard(squares, w.Pieces())
}

// attemptMove moves from the position before, rightly or, now and then, wrongly.
func (m *planner) attemptMove(chance float64) *task {
	t := m.intended
	t.tries++
	if m.clumsy && t.tries < mostTries && m.rng.Float64() < chance {
		if ops, ok := t.planMistake(m.rng); ok {
			return &task{ops: ops, tidy: true}
		}
	}
	return &task{ops: t.moveOps(), tidy: true}
}

// touchMove touches the move on the screen, once it is made on the board.
func (m *planner) touchMove(have pieces) *task {
	if have != piecesOf(m.intended.after) {
		return m.repairBoard(nil, have)
	}
	m.touched, m.hasTouched = m.intended.before.Notation(m.intended.move), true
	return nil
}

// reconsiderMove makes another move, which the robot may see better: one that doesn't end where it
// has asked about, if there is one.
func (m *planner) reconsiderMove(named []board.Square) *task {
	t := m.intended
	m.listening, m.hasTouched = false, false
	best := t.move
	for _, move := range t.before.Moves() {
		if move == t.move {
			continue
		}
		if best = move; !slices.Contains(named, move.To) {
			break
		}
	}
	m.intended = newIntendedMove(t.fen, t.before, best)
	m.intended.tries = t.tries
	return m.repairBoard(nil, pieces{})
}

// repairBoard makes the board look as it should after the intended move, and lays what was named
// once more, in the middle of its square.
func (m *planner) repairBoard(named []board.Square, have pieces) *task {
	m.intended.tries++
	goal := piecesOf(m.intended.after)
	ops := moveToMiddle(named, have, goal)
	if len(named) > 0 && len(ops) == 0 && have == goal {
		// All is right to the eye, so the checker just moved must lie badly.
		to := m.intended.move.To
		ops = append(ops, movePiece(to, to))
	}
	return &task{ops: ops, goal: &goal, tidy: true}
}
