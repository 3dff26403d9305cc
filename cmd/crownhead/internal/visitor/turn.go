package visitor

import (
	"math/rand/v2"
	"slices"

	"crownhead/board"
)

// Habits of a clumsy visitor: how often a turn goes wrong, how often the next attempt does, and how often he first puts
// everything back and presses.
const (
	mistakes  = 0.3
	relapses  = 0.2
	goingBack = 0.3
	mostTries = 4 // after so many he is careful
)

// A turn is one move in the visitor's mind, from the first look at the position until it is accepted.
type turn struct {
	fen      string
	before   board.Position
	intended board.Move
	after    board.Position
	outcomes map[board.Bits]bool // occupancies of all legal moves
	tries    int
}

func newTurn(fen string, p board.Position, m board.Move) *turn {
	t := &turn{fen: fen, before: p, intended: m, after: p.Play(m), outcomes: map[board.Bits]bool{}}
	for _, legal := range p.Moves() {
		t.outcomes[p.Play(legal).Occupied()] = true
	}
	return t
}

// legal tells whether the board shows a legal move.
func (t *turn) legal(have pieces) bool { return t.outcomes[occupied(have)] }

// myTurn makes the move of a new turn, or mends the one that was not accepted.
func (v *Visitor) myTurn(view View, squares []board.Square, w Hand) *task {
	if v.turn == nil {
		p, err := board.ParseFEN(view.FEN)
		if err != nil || p.Turn != view.Visitor {
			return nil
		}
		m, ok := v.brain.choose(p)
		if !ok {
			return nil
		}
		v.turn = newTurn(view.FEN, p, m)
		t := v.attempt(mistakes)
		t.ops = append(fallen(p, w.Pieces()), t.ops...)
		if view.Key == "crown_yours" { // a king that was not turned over yet
			t.ops = append(crown(squares, w.Pieces()), t.ops...)
		}
		return t
	}
	if asksWhich(view, v.turn) {
		return v.reconsider(squares)
	}
	if v.clumsy && v.turn.tries < mostTries && v.rng.Float64() < goingBack {
		v.turn.tries++
		goal := piecesOf(v.turn.before)
		return &task{goal: &goal, tidy: true}
	}
	if occupied(w.Pieces()) == v.turn.before.Occupied() {
		return v.attempt(relapses)
	}
	return v.repair(squares, w.Pieces())
}

// asksWhich tells that the robot can't see which move was made, and that a press would be the wrong answer.
func asksWhich(view View, t *turn) bool {
	return view.Key == "which_move" || view.Key == "was_it" && view.Move != t.before.Notation(t.intended)
}

// reconsider makes another move, which the robot may see better: one that doesn't end where it has asked about, if there
// is one.
func (v *Visitor) reconsider(named []board.Square) *task {
	t := v.turn
	best := t.intended
	for _, m := range t.before.Moves() {
		if m == t.intended {
			continue
		}
		if best = m; !slices.Contains(named, m.To) {
			break
		}
	}
	v.turn = newTurn(t.fen, t.before, best)
	v.turn.tries = t.tries
	return v.repair(nil, pieces{})
}

// attempt moves from the position before, rightly or, now and then, wrongly.
func (v *Visitor) attempt(chance float64) *task {
	t := v.turn
	t.tries++
	if v.clumsy && t.tries < mostTries && v.rng.Float64() < chance {
		if ops, ok := t.mistake(v.rng); ok {
			return &task{ops: ops, tidy: true}
		}
	}
	return &task{ops: t.hand(), tidy: true}
}

// fallen takes off what lies on squares that are empty in the game: the arm has lost it there.
func fallen(p board.Position, have pieces) []op {
	return removeAll((occupied(have) &^ p.Occupied()).Squares())
}

// repair makes the board look as it should after the intended move, and lays what was named once more, in the middle
// of its square.
func (v *Visitor) repair(named []board.Square, have pieces) *task {
	v.turn.tries++
	goal := piecesOf(v.turn.after)
	ops := toMiddle(named, have, goal)
	if len(named) > 0 && len(ops) == 0 && have == goal { // all is right to the eye, so the checker just moved must lie badly
		to := v.turn.intended.To
		ops = append(ops, move(to, to))
	}
	return &task{ops: ops, goal: &goal, tidy: true}
}

// hand lists the movements of the intended move: the checker to its square, captured ones off, a new king turned over.
func (t *turn) hand() []op {
	ops := []op{move(t.intended.From, t.intended.To)}
	for _, sq := range t.before.CaptureOrder(t.intended) {
		ops = append(ops, remove(sq))
	}
	if t.before.Promotes(t.intended) {
		ops = append(ops, turnOver(t.intended.To))
	}
	return ops
}

// mistake chooses what goes wrong. What would pass for a legal move is no mistake.
func (t *turn) mistake(rng *rand.Rand) ([]op, bool) {
	kinds := []func(*rand.Rand) []op{t.idle, t.astray, t.halfWay, t.leftStanding, t.foreign, t.passedBy, t.stolen}
	rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for _, kind := range kinds {
		ops := kind(rng)
		if ops != nil && !t.legal(imagine(piecesOf(t.before), ops)) {
			return ops, true
		}
	}
	return nil, false
}

// imagine is the board after these movements.
func imagine(have pieces, ops []op) pieces {
	f := &inMind{have}
	for _, o := range ops {
		_ = o.do(f, o) // what cannot be done changes nothing
	}
	return f.pieces
}
