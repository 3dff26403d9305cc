package net

// gradients are those of one layer, added up over examples.
type gradients struct {
	*layer
	dw []float32 // of weights, in groups like packed weights, the input channels rounded up: [group][tap][in][width]
	db []float32 // of the bias
}

// paddedInputs is the number of input channels, rounded up to what the kernel does at once.
func (l *layer) paddedInputs() int { return (l.in + outerInputs - 1) / outerInputs * outerInputs }

func newGradients(l *layer) gradients {
	return gradients{
		layer: l,
		dw:    make([]float32, l.geo.taps*l.paddedInputs()*paddedChannels(l.out)),
		db:    make([]float32, paddedChannels(l.out)),
	}
}

// addExample adds the gradients of one example: from is what the layer read, grad the gradient of
// the sums it made. Rows of grad beyond the board do not count, as long as they are finite.
func (g gradients) addExample(from, grad matrix) {
	for square := range g.geo.squares {
		addTo(g.db, grad.row(square))
	}
	for _, group := range g.groups {
		at := group.channel * g.geo.taps * g.paddedInputs()
		for tap := range g.geo.taps {
			for channel := 0; channel < g.in; channel += outerInputs {
				activeKernel.outer(g.layer, tap, channel, group, from, grad, g.dw[at:][:outerInputs*group.width])
				at += outerInputs * group.width
			}
		}
	}
}

// unpackWeights writes the gradients of the weights in the order of the layer's weights.
func (g gradients) unpackWeights(to []float32) {
	for _, group := range g.groups {
		width := min(group.width, g.out-group.channel)
		at := group.channel * g.geo.taps * g.paddedInputs()
		for tap := range g.geo.taps {
			for channel := range g.in {
				copy(to[(tap*g.in+channel)*g.out+group.channel:][:width],
					g.dw[at+(tap*g.paddedInputs()+channel)*group.width:])
			}
		}
	}
}

// mergeInto adds the gradients of weights or bias to another learner's, and clears them.
func (g gradients) mergeInto(other gradients, bias bool) {
	from, to := g.dw, other.dw
	if bias {
		from, to = g.db, other.db
	}
	addTo(to, from)
	clear(from)
}

// drainInto writes the gradients of weights or bias, in the order of the layer's numbers and
// scaled, and clears them.
func (g gradients) drainInto(to []float32, bias bool, scale float32) {
	if bias {
		copy(to, g.db)
		clear(g.db)
	} else {
		g.unpackWeights(to)
		clear(g.dw)
	}
	for i := range to {
		to[i] *= scale
	}
}

// backwardLayer returns the layer that takes gradients from the output of a layer to its input: it
// has the inverse of the table of squares, and the weights transposed. It runs on the same kernel.
func (l *layer) backwardLayer() *layer {
	to := map[[2]int]int{} // a source and a tap: the square that reads it by this tap; never two
	for square := range l.geo.squares {
		for tap := range l.geo.taps {
			to[[2]int{l.geo.sourceRow(square, tap), tap}] = square
		}
	}
	geo := newGeometry(l.geo.sources, l.geo.squares, l.geo.taps, func(source, tap int) int {
		if square, read := to[[2]int{source, tap}]; read {
			return square
		}
		return -1
	})
	b := newLayer(l.name+".back", geo, l.out, l.in)
	b.transposeFrom(l)
	return b
}

// transposeFrom takes over the weights of the layer whose backward layer this is.
func (b *layer) transposeFrom(l *layer) {
	for tap := range l.geo.taps {
		for in := range l.in {
			for out := range l.out {
				b.weight[(tap*l.out+out)*l.in+in] = l.weight[(tap*l.in+in)*l.out+out]
			}
		}
	}
	b.packWeights()
}
