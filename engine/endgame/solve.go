package endgame

import (
	"bytes"
	"errors"
	"fmt"

	"crownhead/board"
)

// errLong is returned when a distance does not fit into a value; no ending of four or five pieces is that long.
var errLong = errors.New("a distance of more than 253 plies")

// A solving is one signature being solved.
type solving struct {
	indexer
	values []byte
	// moves counts the moves of a position that are not yet known to lose; 0 says that its value is final.
	moves []byte
	// late is the greatest value to which a promotion leads.
	late []byte
}

// known is where the solver looks up positions of smaller signatures and after promotions.
type known interface {
	lookup(p board.Position) (value, bool)
}

// solve finds the value of every position of a signature and of its swapped one, by their indices. The positions with
// fewer pieces and those after promotions must be known.
//
// It works backwards: first every position gets the value that captures and promotions give it, and the others the
// number of their moves. Then, one distance after another, positions that are lost make those before them won, and
// positions that are won take a move from those before them, which are lost when none is left.
func solve(s Signature, k known) (own, swapped []byte, err error) {
	pair := []*solving{newSolving(s)}
	if t := s.Swapped(); t != s {
		pair = append(pair, newSolving(t))
	}
	end := value(0)
	for _, w := range pair {
		top, err := w.begin(k)
		if err != nil {
			return nil, nil, err
		}
		end = max(end, top)
	}
	for v := lost; v <= end; v++ {
		for i, w := range pair {
			end = max(end, w.spread(v, pair[len(pair)-1-i]))
		}
		if end > longest {
			return nil, nil, fmt.Errorf("endgame: solving %v: %w", s, errLong)
		}
	}
	return pair[0].values, pair[len(pair)-1].values, nil
}

func newSolving(s Signature) *solving {
	x := newIndexer(s)
	return &solving{indexer: x, values: make([]byte, x.size), moves: make([]byte, x.size), late: make([]byte, x.size)}
}

// begin gives every position what captures and promotions say, and returns the greatest value.
func (w *solving) begin(k known) (top value, err error) {
	var buf [64]board.Move
	for i := range w.values {
		p, ok := w.position(i)
		if !ok {
			continue
		}
		moves := p.AppendMoves(buf[:0])
		switch {
		case len(moves) == 0:
			w.values[i] = byte(lost)
		case moves[0].IsCapture():
			v, ok := best(p, moves, k)
			if !ok {
				return 0, fmt.Errorf("endgame: solving %v: after a capture in %s: %w", w.sig, p.FEN(), errMissing)
			}
			w.values[i] = byte(v)
		default:
			if err := w.promote(i, p, moves, k); err != nil {
				return 0, err
			}
		}
		top = max(top, value(w.values[i]))
	}
	return top, nil
}

// errMissing is returned when a table is not there.
var errMissing = errors.New("a table is missing")

// best is the value of a position by its moves, all of which lead to known ones.
func best(p board.Position, moves []board.Move, k known) (value, bool) {
	best := lost
	for i, m := range moves {
		v, ok := k.lookup(turned(p.Play(m)))
		if !ok {
			return 0, false
		}
		if v = v.before(); i == 0 || v.better(best) {
			best = v
		}
	}
	return best, true
}

// promote counts the moves of a position without captures and uses those that promote.
func (w *solving) promote(i int, p board.Position, moves []board.Move, k known) error {
	left, late, won := 0, lost, draw
	for _, m := range moves {
		if !p.Promotes(m) {
			left++
			continue
		}
		v, ok := k.lookup(turned(p.Play(m)))
		if !ok {
			return fmt.Errorf("endgame: solving %v: after a promotion in %s: %w", w.sig, p.FEN(), errMissing)
		}
		switch v = v.before(); {
		case v == draw:
			left++
		case v&1 == 1:
			late = max(late, v)
		default:
			left++
			if won == draw || v < won {
				won = v
			}
		}
	}
	w.moves[i], w.late[i], w.values[i] = byte(left), byte(late), byte(won)
	if left == 0 {
		w.values[i] = byte(late)
	}
	return nil
}

// spread carries what is known at value v to the positions before, which belong to w's swapped signature. It returns
// the greatest value that it gave.
func (w *solving) spread(v value, before *solving) (top value) {
	var buf [64]board.Position
	for i := 0; ; i++ {
		n := bytes.IndexByte(w.values[i:], byte(v))
		if n < 0 {
			return top
		}
		i += n
		p, _ := w.position(i)
		for _, q := range appendBefore(buf[:0], p) {
			j := before.index(q)
			if before.moves[j] == 0 {
				continue
			}
			if v&1 == 1 {
				top = max(top, before.winAt(j, v.before()))
			} else {
				top = max(top, before.loseMove(j, v.before()))
			}
		}
	}
}

// winAt tells a position of a move that wins.
func (w *solving) winAt(i int, v value) value {
	if old := value(w.values[i]); old == draw || old > v {
		w.values[i] = byte(v)
	}
	return v
}

// loseMove tells a position of a move that loses; if it was the last one, the position is lost.
func (w *solving) loseMove(i int, v value) value {
	if w.moves[i]--; w.moves[i] > 0 {
		return 0
	}
	v = max(v, value(w.late[i]))
	w.values[i] = byte(v)
	return v
}
