package net

// A geometry says which squares the taps of a layer read. It knows no channels, so layers of any width share it.
type geometry struct {
	squares int     // of the output
	sources int     // squares of the input
	taps    int     // squares read for each
	reads   []int32 // [tile][tap][square of the tile] → row; the last tile may reach beyond squares
}

// newGeometry makes the table from a function that names the square a tap reads, or a negative number off the board.
func newGeometry(squares, sources, taps int, reads func(square, tap int) int) *geometry {
	g := &geometry{squares: squares, sources: sources, taps: taps}
	for first := 0; first < squares; first += tileSquares {
		for tap := range taps {
			for i := range tileSquares {
				row := -1
				if first+i < squares {
					row = reads(first+i, tap)
				}
				if row < 0 {
					row = whole(sources)
				}
				g.reads = append(g.reads, int32(row))
			}
		}
	}
	return g
}

// at is the row that a tap reads for a square.
func (g *geometry) at(square, tap int) int {
	return int(g.reads[(square/tileSquares*g.taps+tap)*tileSquares+square%tileSquares])
}

// tiles is the number of tiles of a group.
func (g *geometry) tiles() int { return whole(g.squares) / tileSquares }

// whole is a number of squares rounded up to whole tiles.
func whole(squares int) int { return (squares + tileSquares - 1) / tileSquares * tileSquares }

// rows are the activations of one layer: a row of channels for each square of whole tiles, and one of zeros, which nobody
// writes. The channels are padded to whole groups.
type rows struct {
	data   []float32
	stride int
}

func newRows(squares, channels int) rows {
	stride := padded(channels)
	return rows{data: make([]float32, (whole(squares)+1)*stride), stride: stride}
}

// row is the channels of one square.
func (r rows) row(square int) []float32 { return r.data[square*r.stride:][:r.stride] }

// A layer is a convolution by a table of squares, or with one tap for each square, a dense layer.
type layer struct {
	name    string
	geo     *geometry
	in, out int
	weight  []float32 // [tap][in][out], as in files
	bias    []float32 // [out]

	groups     []group
	packed     []float32 // [group][tap][in][width], what the kernel reads
	packedBias []float32 // whole groups
}

func newLayer(name string, geo *geometry, in, out int) *layer {
	return &layer{
		name: name, geo: geo, in: in, out: out,
		weight: make([]float32, geo.taps*in*out), bias: make([]float32, out),
		groups:     groups(out, geo.taps*in),
		packed:     make([]float32, geo.taps*in*padded(out)),
		packedBias: make([]float32, padded(out)),
	}
}

// pack lays the weights out as the kernel reads them. It follows every change of weight or bias.
func (l *layer) pack() {
	for _, g := range l.groups {
		width := min(g.width, l.out-g.channel)
		for read := range l.geo.taps * l.in {
			to := l.packed[g.weights+read*g.width:][:g.width]
			copy(to, l.weight[read*l.out+g.channel:][:width])
		}
	}
	copy(l.packedBias, l.bias)
}

// apply computes the layer: out = act(bias + res + in ∗ weights). res may have no data; it may be out itself.
func (l *layer) apply(in, res, out rows, relu bool) {
	l.applyBias(l.packedBias, in, res, out, relu)
}

// applyBias is apply with another bias, whole groups long.
func (l *layer) applyBias(bias []float32, in, res, out rows, relu bool) {
	for _, g := range l.groups {
		chosen.conv(pass{layer: l, group: g, bias: bias[g.channel:][:g.width], from: in, res: res, to: out, relu: relu})
	}
}

// A pass is one group of a layer, over all squares.
type pass struct {
	*layer
	group
	bias          []float32
	from, res, to rows
	relu          bool
}
