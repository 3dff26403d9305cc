package endgame

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"

	"crownhead/board"
)

var (
	errMissingTable = errors.New("a table is missing")
	// No ending of four or five pieces is that long.
	errTooLong = errors.New("a distance of more than 253 plies")
)

// A solver solves one signature.
type solver struct {
	indexer
	values []byte
	// movesLeft counts the moves of a position that are not yet known to lose; 0 says that its value is final.
	movesLeft []byte
	// promotionLoss is the value of the slowest loss to which a promotion leads.
	promotionLoss []byte
}

// solve finds the value of every position of a signature and of its swapped one, by their indices. The positions with
// fewer pieces and those after promotions must be known.
//
// This is retrograde analysis. First every position gets the value that captures and promotions give it, or the number
// of its moves. Then, one distance after another, lost positions make their predecessors won, and won positions take a
// move from their predecessors, which are lost when no move is left.
func solve(s Signature, known valueSource) (own, swapped []byte, err error) {
	pair := []*solver{newSolver(s)}
	if t := s.Swapped(); t != s {
		pair = append(pair, newSolver(t))
	}
	end := value(0)
	for _, side := range pair {
		top, err := side.seedValues(known)
		if err != nil {
			return nil, nil, err
		}
		end = max(end, top)
	}
	for v := lostValue; v <= end; v++ {
		for i, side := range pair {
			end = max(end, side.propagateValue(v, pair[len(pair)-1-i]))
		}
		if end > longestValue {
			return nil, nil, fmt.Errorf("endgame: solving %v: %w", s, errTooLong)
		}
	}
	return pair[0].values, pair[len(pair)-1].values, nil
}

func newSolver(s Signature) *solver {
	x := newIndexer(s)
	return &solver{
		indexer:       x,
		values:        make([]byte, x.size),
		movesLeft:     make([]byte, x.size),
		promotionLoss: make([]byte, x.size),
	}
}

// seedValues gives every position the value that captures and promotions say, and returns the greatest.
func (s *solver) seedValues(known valueSource) (top value, err error) {
	var buf [64]board.Move
	for i := range s.values {
		p, ok := s.positionAt(i)
		if !ok {
			continue
		}
		moves := p.AppendMoves(buf[:0])
		switch {
		case len(moves) == 0:
			s.values[i] = byte(lostValue)
		case moves[0].IsCapture():
			v, ok := bestValue(p, moves, known)
			if !ok {
				return 0, fmt.Errorf("endgame: solving %v: after a capture in %s: %w", s.sig, p.FEN(), errMissingTable)
			}
			s.values[i] = byte(v)
		default:
			if err := s.seedPromotions(i, p, moves, known); err != nil {
				return 0, err
			}
		}
		top = max(top, value(s.values[i]))
	}
	return top, nil
}

// seedPromotions counts the moves of a position without captures and applies those that promote.
func (s *solver) seedPromotions(i int, p board.Position, moves []board.Move, known valueSource) error {
	left, loss, won := 0, lostValue, drawValue
	for _, m := range moves {
		if !p.Promotes(m) {
			left++
			continue
		}
		v, ok := known.valueOf(swapSides(p.Play(m)))
		if !ok {
			return fmt.Errorf("endgame: solving %v: after a promotion in %s: %w", s.sig, p.FEN(), errMissingTable)
		}
		switch v = v.parentValue(); {
		case v == drawValue:
			left++
		case v.isLoss():
			loss = max(loss, v)
		default:
			left++
			if won == drawValue || v < won {
				won = v
			}
		}
	}
	s.movesLeft[i], s.promotionLoss[i], s.values[i] = byte(left), byte(loss), byte(won)
	if left == 0 {
		s.values[i] = byte(loss)
	}
	return nil
}

// propagateValue applies all positions of value v to their predecessors, which belong to the swapped signature. It
// returns the greatest value that a predecessor got.
func (s *solver) propagateValue(v value, before *solver) (top value) {
	var buf [64]board.Position
	for i := 0; ; i++ {
		n := bytes.IndexByte(s.values[i:], byte(v))
		if n < 0 {
			return top
		}
		i += n
		p, _ := s.positionAt(i)
		for _, q := range appendPredecessors(buf[:0], p) {
			j := before.indexOf(q)
			if before.movesLeft[j] == 0 {
				continue
			}
			if v.isLoss() {
				top = max(top, before.markWin(j, v.parentValue()))
			} else {
				top = max(top, before.markLosingMove(j, v.parentValue()))
			}
		}
	}
}

// markWin gives a position the value of a move that wins.
func (s *solver) markWin(i int, v value) value {
	if old := value(s.values[i]); old == drawValue || old > v {
		s.values[i] = byte(v)
	}
	return v
}

// markLosingMove takes a losing move from a position, which is lost if that was its last one.
func (s *solver) markLosingMove(i int, v value) value {
	if s.movesLeft[i]--; s.movesLeft[i] > 0 {
		return 0
	}
	v = max(v, value(s.promotionLoss[i]))
	s.values[i] = byte(v)
	return v
}

// neighbour holds for each direction and square the next square, NoSquare at the edge; the first two directions go
// up the board.
var neighbour = func() (next [4][32]board.Square) {
	for d, step := range [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		for s := range board.NoSquare {
			next[d][s] = board.NoSquare
			file, rank := s.File()+step[0], s.Rank()+step[1]
			if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
				next[d][s] = board.Square(rank*4 + file/2)
			}
		}
	}
	return next
}()

// appendPredecessors appends the positions from which a quiet move that promotes no man leads to p, each seen by its
// mover. In some of them the mover must capture instead.
func appendPredecessors(list []board.Position, p board.Position) []board.Position {
	q := swapSides(p)
	occupied := q.Occupied()
	for rest := q.White; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		to := board.Square(bits.TrailingZeros32(uint32(bit)))
		first := 0
		if q.Kings&bit == 0 {
			first = 2
		}
		for d := first; d < 4; d++ {
			for from := neighbour[d][to]; from != board.NoSquare && !occupied.Has(from); from = neighbour[d][from] {
				list = append(list, movePiece(q, bit, from.Bit()))
				if first > 0 {
					break
				}
			}
		}
	}
	return list
}

// movePiece is q with an own piece on another square.
func movePiece(q board.Position, from, to board.Bits) board.Position {
	q.White = q.White&^from | to
	if q.Kings&from != 0 {
		q.Kings = q.Kings&^from | to
	}
	return q
}
