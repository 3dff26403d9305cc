package board

import (
	"errors"
	"fmt"
	"slices"
)

// Why a move was not played.
var (
	ErrOver    = errors.New("the game is over")
	ErrIllegal = errors.New("not a legal move")
)

// A Game is a start position and the moves played from it. It is a value: every method that changes it returns
// another game, and both go on independently. The zero value is a game from the start position under the
// federation's rules.
type Game struct {
	rules DrawRules
	last  *ply
	ended Outcome // by a person: resignation, agreement, abandonment
}

// A ply is one link of the chain from the latest position back to the start; it never changes.
type ply struct {
	prev       *ply // nil at the start
	move       Move
	position   Position
	counters   Counters
	outcome    Outcome
	number     int // plies played so far
	reversible int // how many of these since the last capture or man's move: only they can repeat a position
}

// NewGame returns a game from this position; it may be over at once.
func NewGame(start Position, rules DrawRules) Game {
	first := &ply{position: start, counters: NewCounters(start)}
	first.outcome = first.decideOutcome(rules)
	return Game{rules: rules, last: first}
}

var defaultGame = NewGame(Start(), FederationRules)

func (g Game) lastPly() *ply {
	if g.last == nil {
		return defaultGame.last
	}
	return g.last
}

// Play returns the game after a move.
func (g Game) Play(m Move) (Game, error) {
	if o := g.Outcome(); o.Over() {
		return g, fmt.Errorf("board: playing %v: %w: %s, %s", m, ErrOver, o.Result, o.Reason)
	}
	return g.appendPly(m)
}

// Force is Play, but goes on past a draw by a count or by repetition. The draw remains the outcome.
func (g Game) Force(m Move) (Game, error) {
	if o := g.Outcome(); o.Over() && (g.ended.Over() || o.Result != Drawn) {
		return g, fmt.Errorf("board: playing %v: %w: %s, %s", m, ErrOver, o.Result, o.Reason)
	}
	return g.appendPly(m)
}

// ReopenDraw returns a game that goes on where a draw has ended this one although there is a move: it begins anew in the
// same position, with no count and no repetition behind it. Any other game is returned as it is. Who plays by other
// rules may want a move there.
func (g Game) ReopenDraw() Game {
	if g.Outcome().Result != Drawn || !g.Position().CanMove() {
		return g
	}
	return NewGame(g.Position(), g.rules)
}

func (g Game) appendPly(m Move) (Game, error) {
	prev := g.lastPly()
	before := prev.position
	if !before.Legal(m) {
		return g, fmt.Errorf("board: playing %v: %w in %s", m, ErrIllegal, before.FEN())
	}
	next := &ply{prev: prev, move: m, position: before.Play(m), number: prev.number + 1}
	next.counters = prev.counters.Next(before, m, next.position)
	if !m.IsCapture() && before.Kings.Has(m.From) {
		next.reversible = prev.reversible + 1
	}
	next.outcome = prev.outcome
	if !prev.outcome.Over() {
		next.outcome = next.decideOutcome(g.rules)
	}
	return Game{rules: g.rules, last: next}, nil
}

// decideOutcome returns how the game stands after the ply.
func (n *ply) decideOutcome(rules DrawRules) Outcome {
	p := n.position
	switch {
	case p.Pieces(p.Turn) == 0:
		return winFor(p.Turn.Other(), NoPieces)
	case !p.CanMove():
		return winFor(p.Turn.Other(), NoMoves)
	case n.countRepetitions() >= 3:
		return Outcome{Drawn, Repetition}
	}
	if why := n.counters.Due(rules); why != "" {
		return Outcome{Drawn, why}
	}
	return Outcome{Unfinished, ""}
}

// countRepetitions counts how often the ply's position has occurred, this time included.
func (n *ply) countRepetitions() int {
	times, q := 1, n
	for range n.reversible {
		q = q.prev
		if q.position == n.position {
			times++
		}
	}
	return times
}

// Start returns the position in which the game began.
func (g Game) Start() Position {
	n := g.lastPly()
	for n.prev != nil {
		n = n.prev
	}
	return n.position
}

// Position returns the current position.
func (g Game) Position() Position { return g.lastPly().position }

// Turn returns the side to move.
func (g Game) Turn() Color { return g.lastPly().position.Turn }

// Plies counts the moves of both sides.
func (g Game) Plies() int { return g.lastPly().number }

// Counters returns the counts of the draw rules.
func (g Game) Counters() Counters { return g.lastPly().counters }

// Rules returns the draw rules in force.
func (g Game) Rules() DrawRules { return g.rules }

// rememberedPlies counts the moves that the game has not forgotten.
func (g Game) rememberedPlies() int {
	count := 0
	for n := g.lastPly(); n.prev != nil; n = n.prev {
		count++
	}
	return count
}

// Moves lists the moves played, as far as they are not forgotten; never nil.
func (g Game) Moves() []Move {
	moves := make([]Move, 0, g.rememberedPlies())
	for n := g.lastPly(); n.prev != nil; n = n.prev {
		moves = append(moves, n.move)
	}
	slices.Reverse(moves)
	return moves
}

// LastMove returns the last move played; false at the start.
func (g Game) LastMove() (Move, bool) {
	n := g.lastPly()
	return n.move, n.prev != nil
}

// Positions lists every position of the game, the start first: one more than the moves.
func (g Game) Positions() []Position {
	positions := make([]Position, 0, g.rememberedPlies()+1)
	for n := g.lastPly(); n != nil; n = n.prev {
		positions = append(positions, n.position)
	}
	slices.Reverse(positions)
	return positions
}

// Repetitions counts how often a position has occurred in the game.
func (g Game) Repetitions(p Position) int {
	times := 0
	for n := g.lastPly(); n != nil; n = n.prev {
		if n.position == p {
			times++
		}
	}
	return times
}

// Outcome returns how the game stands.
func (g Game) Outcome() Outcome {
	if g.ended.Over() {
		return g.ended
	}
	return g.lastPly().outcome
}

// Resign ends a game that is not over: side c loses.
func (g Game) Resign(c Color) Game { return g.endWith(winFor(c.Other(), Resignation)) }

// Agree ends a game that is not over as a draw.
func (g Game) Agree() Game { return g.endWith(Outcome{Drawn, Agreement}) }

// Abandon ends a game that is not over without a result.
func (g Game) Abandon() Game { return g.endWith(Outcome{Unfinished, Abandoned}) }

func (g Game) endWith(o Outcome) Game {
	if !g.Outcome().Over() {
		g.ended = o
	}
	return g
}

// Back returns the game some plies earlier; false if it has fewer plies.
func (g Game) Back(plies int) (Game, bool) {
	n := g.lastPly()
	if plies < 0 || plies > n.number {
		return g, false
	}
	for range plies {
		if n = n.prev; n == nil {
			return g, false // it was forgotten
		}
	}
	return Game{rules: g.rules, last: n}, true
}

// Forget returns the game without the memory of what was before its last plies: its Start is where these begin. Counts,
// outcome and the number of plies stay. A game that is recorded without end would else need memory without end.
func (g Game) Forget(kept int) Game {
	var list []*ply
	for n := g.lastPly(); n != nil && len(list) <= kept; n = n.prev {
		list = append(list, n)
	}
	var last *ply
	for i, n := range slices.Backward(list) {
		again := *n
		again.prev, again.reversible = last, min(n.reversible, len(list)-1-i)
		last = &again
	}
	return Game{rules: g.rules, last: last, ended: g.ended}
}

// A Reason is the rule by which a game ended; "" while it goes on.
type Reason string

// The reasons. Journals hold these words.
const (
	NoPieces    Reason = "no_pieces"
	NoMoves     Reason = "no_moves"
	Resignation Reason = "resignation"
	Repetition  Reason = "repetition"
	ThreeKings  Reason = "three_kings"
	KingsOnly   Reason = "kings_only"
	Balance     Reason = "balance"
	MainRoad    Reason = "main_road"
	LoneKing    Reason = "lone_king"
	Agreement   Reason = "agreement"
	Abandoned   Reason = "abandoned"
)

// The results, as PDN writes them. These are the only copies: everything that compares results uses them.
const (
	WhiteWins  = "2-0"
	Drawn      = "1-1"
	BlackWins  = "0-2"
	Unfinished = "*"
)

// An Outcome is how a game stands: its result and the reason. A game that goes on is "*" without a reason, an
// abandoned one "*" with it.
type Outcome struct {
	Result string
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != "" }

// Winner returns the side that has won, if one has.
func (o Outcome) Winner() (Color, bool) {
	switch o.Result {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}

func winFor(c Color, why Reason) Outcome {
	if c == White {
		return Outcome{WhiteWins, why}
	}
	return Outcome{BlackWins, why}
}
