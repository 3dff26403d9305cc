package net

import "math"

// backward goes from the gradients of the answers, dMoves and dEnd, back to the stem.
func (l *Learner) backward() {
	r, n := l.run, l.ways.net
	last := l.trunk[n.Blocks]

	l.through(n.evaluation, r.valueX, l.dEnd, rows{}, l.dValue)
	damp(l.dValue, r.valueX)
	l.through(n.value, r.board, l.dValue, rows{}, l.dBoard)

	l.through(n.moves, r.policyX, l.dMoves, rows{}, l.dPolicy)
	damp(l.dPolicy, r.policyX)
	l.through(n.policy, last, l.dPolicy, rows{}, l.dX)
	unpool(last, boardSquares, n.Filters, r.board.row(0), l.dBoard.row(0), l.dX)

	for i := n.Blocks - 1; i >= 0; i-- {
		l.block(n.blocks[i], l.trunk[i], l.inner[i], l.trunk[i+1])
	}
	damp(l.dX, l.trunk[0])
	l.of[n.stem].add(r.input, l.dX)
}

// block turns dX, the gradient of a block's output, into that of its input, which also goes straight to its output.
func (l *Learner) block(b leanBlock, x rows, kept blockRows, out rows) {
	damp(l.dX, out)
	l.through(b.b, kept.y, l.dX, rows{}, l.dY)
	if b.whole != nil {
		bias := l.dWhole.row(0)
		clear(bias)
		for square := range boardSquares {
			add(bias, l.dX.row(square))
		}
		l.through(b.whole, kept.pooled, l.dWhole, rows{}, l.dPooled)
		unpool(kept.y, boardSquares, l.ways.net.pooled(), kept.pooled.row(0), l.dPooled.row(0), l.dY)
	}
	damp(l.dY, kept.y)
	l.through(b.a, x, l.dY, l.dX, l.dX)
}

// through adds the gradients of a layer, and brings grad back to what the layer read, plus what is there already.
func (l *Learner) through(layer *layer, from, grad, plus, to rows) {
	l.of[layer].add(from, grad)
	l.ways.back[layer].apply(grad, plus, to, false)
}

// damp is the way back through a ReLU: where it gave nothing, nothing goes back. A positive number has positive bits, whose
// negation has the sign bit; a branch would be guessed wrongly half of the time.
func damp(grad, out rows) {
	gave := out.data[:len(out.data)-out.stride]
	back := grad.data[:len(gave)]
	for i, x := range gave {
		mask := uint32(-int32(math.Float32bits(x)) >> 31)
		back[i] = math.Float32frombits(math.Float32bits(back[i]) & mask)
	}
}

// unpool adds what goes back through pool: of a mean to every square, of a maximum to the first square that has it.
func unpool(from rows, squares, channels int, pooled, grad []float32, to rows) {
	for c := range channels {
		share, most, whole := grad[c]/float32(squares), pooled[channels+c], grad[channels+c]
		for square := range squares {
			at := square*to.stride + c
			to.data[at] += share
			if from.data[square*from.stride+c] == most {
				to.data[at] += whole
				whole = 0
			}
		}
	}
}
