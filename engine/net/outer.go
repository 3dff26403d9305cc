package net

// An outer is the work that the assembly does at once for gradients: 4 input channels by 16 or 24 output channels of one
// tap's weights.
//
//	dw[i][j] += Σ over squares of in[reads[square]][i] · grad[square][j]
//
// Strides are in bytes. The assembly knows the fields by their names.
type outer struct {
	in         *float32 // row 0, at the first of 4 channels
	reads      *int32   // of the tap: 4 row numbers a tile
	grad       *float32 // row 0, at the group's first channel
	dw         *float32 // 4 rows of the group's width
	inStride   int
	gradStride int
	readStride int // from tile to tile
	tiles      int
}

// outerChannels is the number of input channels in an outer.
const outerChannels = 4

// gradients are those of one layer, added up over examples. Of weights they lie in groups like packed weights, the input
// channels rounded up: [group][tap][in][width].
type gradients struct {
	*layer
	dw, db []float32
}

// reads4 is the number of input channels with a gradient.
func (l *layer) reads4() int { return (l.in + outerChannels - 1) / outerChannels * outerChannels }

func newGradients(l *layer) gradients {
	return gradients{layer: l, dw: make([]float32, l.geo.taps*l.reads4()*padded(l.out)), db: make([]float32, padded(l.out))}
}

// add adds what one example says: from is what the layer read, grad the gradient of the sums it made. Rows of grad beyond the
// board don't count, whatever finite they hold.
func (g gradients) add(from, grad rows) {
	for square := range g.geo.squares {
		add(g.db, grad.row(square))
	}
	for _, group := range g.groups {
		at := group.channel * g.geo.taps * g.reads4()
		for tap := range g.geo.taps {
			for channel := 0; channel < g.in; channel += outerChannels {
				chosen.outer(g.layer, tap, channel, group, from, grad, g.dw[at:][:outerChannels*group.width])
				at += outerChannels * group.width
			}
		}
	}
}

// weight writes the gradients in the order of the layer's weights.
func (g gradients) weight(to []float32) {
	for _, group := range g.groups {
		width := min(group.width, g.out-group.channel)
		at := group.channel * g.geo.taps * g.reads4()
		for tap := range g.geo.taps {
			for channel := range g.in {
				copy(to[(tap*g.in+channel)*g.out+group.channel:][:width], g.dw[at+(tap*g.reads4()+channel)*group.width:])
			}
		}
	}
}

// outerPlain is outer without assembly.
func outerPlain(l *layer, tap, channel int, g group, from, grad rows, dw []float32) {
	for square := range l.geo.squares {
		in := from.row(l.geo.at(square, tap))[channel:][:outerChannels]
		out := grad.row(square)[g.channel:][:g.width]
		for i, x := range in {
			sums := dw[i*g.width:][:g.width]
			for j, v := range out {
				sums[j] += x * v
			}
		}
	}
}

// back is the layer that brings gradients from the output of a layer to its input: the same table of squares read the
// other way round, the weights transposed. It runs on the same kernel.
func (l *layer) back() *layer {
	to := map[[2]int]int{} // a source and a tap: the square that reads it by this tap; never two
	for square := range l.geo.squares {
		for tap := range l.geo.taps {
			to[[2]int{l.geo.at(square, tap), tap}] = square
		}
	}
	geo := newGeometry(l.geo.sources, l.geo.squares, l.geo.taps, func(source, tap int) int {
		if square, read := to[[2]int{source, tap}]; read {
			return square
		}
		return -1
	})
	b := newLayer(l.name+".back", geo, l.out, l.in)
	b.transpose(l)
	return b
}

// transpose takes over the weights of the layer of which this is the way back.
func (b *layer) transpose(l *layer) {
	for tap := range l.geo.taps {
		for in := range l.in {
			for out := range l.out {
				b.weight[(tap*l.out+out)*l.in+in] = l.weight[(tap*l.in+in)*l.out+out]
			}
		}
	}
	b.pack()
}
