package visitor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

var errHand = errors.New("cannot be done")

// A table is a board without a robot: exact squares, and a log of every movement.
type table struct {
	pieces
	log      []string
	now      time.Duration
	presses  int
	trophies int
	beside   []int
	bare     bool // no checker is spare
}

func (t *table) recordCall(format string, args ...any) {
	t.log = append(t.log, fmt.Sprintf(format, args...))
}

func (t *table) Pieces() pieces { return t.pieces }

func (t *table) State(time.Duration) world.State {
	var s world.State
	for _, id := range t.beside {
		s.Checkers = append(s.Checkers, world.StateChecker{ID: id, Where: "beside"})
	}
	return s
}

func (t *table) MoveSquare(from, to board.Square) error {
	if t.pieces[from] == board.NoPiece || from != to && t.pieces[to] != board.NoPiece {
		return errHand
	}
	p := t.pieces[from]
	t.pieces[from] = board.NoPiece
	t.pieces[to] = p
	t.recordCall("move %v %v", from, to)
	return nil
}

func (t *table) StealSquare(sq board.Square) error { return t.RemoveSquare(sq) }

func (t *table) RemoveSquare(sq board.Square) error {
	if t.pieces[sq] == board.NoPiece {
		return errHand
	}
	t.pieces[sq] = board.NoPiece
	t.recordCall("remove %v", sq)
	return nil
}

func (t *table) Put(p board.Piece, sq board.Square) error {
	if t.bare || t.pieces[sq] != board.NoPiece {
		return errHand
	}
	t.pieces[sq] = p
	t.recordCall("put %v %v", p, sq)
	return nil
}

func (t *table) FlipSquare(sq board.Square) error {
	switch p := t.pieces[sq]; {
	case p == board.NoPiece:
		return errHand
	case p.King():
		t.pieces[sq]--
	default:
		t.pieces[sq]++
	}
	t.recordCall("turn %v", sq)
	return nil
}

func (t *table) RemoveID(id int) error {
	for i, b := range t.beside {
		if b == id {
			t.beside = append(t.beside[:i], t.beside[i+1:]...)
			t.recordCall("lift %d", id)
			return nil
		}
	}
	return errHand
}

func (t *table) TakeTrophies() int {
	n := t.trophies
	t.trophies = 0
	t.recordCall("trophies")
	return n
}

func (t *table) EmptyTray() int {
	n := t.trophies
	t.trophies = 0
	t.recordCall("empty")
	return n
}

func (t *table) LayAnew(p board.Position, visitor board.Color) {
	t.pieces = piecesOf(p)
	t.recordCall("lay for %v", visitor)
}

func (t *table) TakeFromTray(slot int, to board.Square) error {
	if t.pieces[to] != board.NoPiece {
		return world.ErrTaken
	}
	t.recordCall("from slot %d to %v", slot, to)
	return nil
}

func (t *table) ReturnSpare(from board.Square, slot int) error {
	t.recordCall("spare %v to %d", from, slot)
	return nil
}

func (t *table) Press(now time.Duration) {
	t.presses++
	t.recordCall("press")
	t.now = now
}

func (t *table) Lay(p board.Position) { t.pieces = piecesOf(p) }
func (t *table) Presses() int         { return t.presses }

// A stage is a board whose presses the partner can count and on which it lays its answers.
type stage interface {
	Hand
	Lay(p board.Position)
	Presses() int
}

// A partner stands in for the robot: it accepts whatever looks like a legal move and answers at random.
type partner struct {
	game       board.Game
	rng        *rand.Rand
	view       View
	mismatches int // accepted moves whose true checkers differ from the game
	verdicts   int // presses that were not accepted
	seen       int
}

func newPartner(start board.Position, visitor board.Color, seed uint64) (*partner, *table) {
	p := &partner{
		game: board.NewGame(start, board.FederationRules),
		rng:  rand.New(rand.NewPCG(seed, 99)),
		view: View{Visitor: visitor},
	}
	return p, &table{pieces: piecesOf(start)}
}

func (p *partner) announce(key, phase string, squares ...string) {
	p.view.Key, p.view.Phase, p.view.Squares = key, phase, squares
	p.view.FEN = p.game.Position().FEN()
	p.view.Serial++
}

// playReply plays the robot's move and gives the turn to the visitor.
func (p *partner) playReply(s stage) {
	if p.game.Turn() != p.view.Visitor && !p.game.Outcome().Over() {
		moves := p.game.Position().Moves()
		p.game, _ = p.game.Play(moves[p.rng.IntN(len(moves))])
		s.Lay(p.game.Position())
	}
	if p.game.Outcome().Over() {
		p.announce("end", "over")
		return
	}
	p.announce("your_turn", "visitor")
}

// checkPress looks at the board after a press.
func (p *partner) checkPress(s stage) {
	if s.Presses() == p.seen {
		return
	}
	p.seen = s.Presses()
	before, have := p.game.Position(), s.Pieces()
	for _, m := range before.Moves() {
		if before.Play(m).Occupied() == occupiedSquares(have) {
			p.game, _ = p.game.Play(m)
			if have != piecesOf(p.game.Position()) {
				p.mismatches++
			}
			p.announce("thinking", "thinking")
			return
		}
	}
	p.verdicts++
	p.announce("put_back", "visitor", "c3")
}

// playGame lets a visitor play until the game is over or too long and returns it.
func (p *partner) playGame(v *Visitor, s stage) board.Game {
	now := time.Duration(0)
	p.playReply(s)
	for range 100000 {
		next := v.Advance(now, p.view, s)
		p.checkPress(s)
		if p.view.Phase == "thinking" {
			p.playReply(s)
		}
		if p.view.Phase == "over" {
			break
		}
		now = min(next, now+time.Second)
	}
	return p.game
}

// A twinStage is the virtual robot's board without its robot.
type twinStage struct {
	*world.World
	visitor board.Color
	presses int
}

func (s *twinStage) Lay(p board.Position)    { s.PlacePosition(p, s.visitor, 2) }
func (s *twinStage) Presses() int            { return s.presses }
func (s *twinStage) Press(now time.Duration) { s.presses++; s.World.Press(now) }
