package net

import (
	"math"

	"crownhead/board"
)

// A reference is a net in double precision, written as the formulas are, without tiles or packing.
type reference struct {
	weight, bias map[*layer][]float64
}

func newReference(layers []*layer) reference {
	r := reference{weight: map[*layer][]float64{}, bias: map[*layer][]float64{}}
	for _, l := range layers {
		r.weight[l], r.bias[l] = doubles(l.weight), doubles(l.bias)
	}
	return r
}

func doubles(from []float32) []float64 {
	to := make([]float64, len(from))
	for i, x := range from {
		to[i] = float64(x)
	}
	return to
}

// A sheet is one row of channels for each square.
type sheet [][]float64

func sheetOf(r matrix, squares, channels int) sheet {
	var s sheet
	for square := range squares {
		s = append(s, doubles(r.row(square)[:channels]))
	}
	return s
}

func (r reference) apply(l *layer, from sheet) sheet {
	var to sheet
	weight := r.weight[l]
	for square := range l.geo.squares {
		row := append([]float64(nil), r.bias[l]...)
		for tap := range l.geo.taps {
			at := l.geo.sourceRow(square, tap)
			if at >= l.geo.sources {
				continue
			}
			for c, x := range from[at] {
				for j, w := range weight[(tap*l.in+c)*l.out:][:l.out] {
					row[j] += x * w
				}
			}
		}
		to = append(to, row)
	}
	return to
}

func (s sheet) plus(other sheet) sheet {
	for i := range s {
		for j := range s[i] {
			s[i][j] += other[i%len(other)][j]
		}
	}
	return s
}

func (s sheet) relu() sheet {
	for i := range s {
		for j := range s[i] {
			s[i][j] = max(0, s[i][j])
		}
	}
	return s
}

// pooled is means and maxima of the first channels.
func (s sheet) pooled(channels int) sheet {
	row := make([]float64, 2*channels)
	for c := range channels {
		for i := range s {
			row[c] += s[i][c] / float64(len(s))
			row[channels+c] = max(row[channels+c], s[i][c])
		}
	}
	return sheet{row}
}

func (r reference) compactForward(n *compactNet, s *State) (logits [Actions]float64, value float64) {
	input := newMatrix(boardSquares, compactPlanes)
	fillCompactPlanes(s, input)
	x := r.apply(n.stem, sheetOf(input, boardSquares, compactPlanes)).relu()
	for _, b := range n.blocks {
		y := r.apply(b.first, x).relu()
		next := r.apply(b.second, y).plus(x)
		if b.globalPool != nil {
			next.plus(r.apply(b.globalPool, y.pooled(n.pooled())))
		}
		x = next.relu()
	}
	moves := r.apply(n.moves, r.apply(n.policy, x).relu())
	for a := Action(0); a < Actions; a++ {
		from, to := a.From(), a.To()
		if s.Position.Turn == board.Black {
			from, to = 31-from, 31-to
		}
		files, ranks := int(to.File())-int(from.File()), int(to.Rank())-int(from.Rank())
		for d, step := range directions {
			for n := 1; n <= 7; n++ {
				if files == n*step[0] && ranks == n*step[1] {
					logits[a] = moves[from][d*7+n-1]
				}
			}
		}
	}
	end := r.apply(n.evaluation, r.apply(n.value, x.pooled(n.Filters)).relu())
	return logits, math.Tanh(end[0][0])
}

func (r reference) paperForward(n *paperNet, s *State) (logits [Actions]float64, value float64) {
	input := newMatrix(squares64, paperPlanes(n.past))
	fillPaperPlanes(s, n.past, input)
	x := r.apply(n.stem, sheetOf(input, squares64, paperPlanes(n.past))).relu()
	for _, b := range n.blocks {
		x = r.apply(b[1], r.apply(b[0], x).relu()).plus(x).relu()
	}
	moves := r.apply(n.moves, r.apply(n.policy, x).relu())
	copy(logits[:], moves[0])
	end := r.apply(n.evaluation, r.apply(n.hidden, r.apply(n.value, x).relu()).relu())
	return logits, math.Tanh(end[0][0])
}
