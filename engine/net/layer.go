package net

// A geometry says which squares the taps of a layer read. It knows no channels, so layers of any
// width share it.
type geometry struct {
	squares int     // of the output
	sources int     // squares of the input
	taps    int     // squares read for each
	reads   []int32 // [tile][tap][square of the tile] → row; the last tile may reach beyond squares
}

// newGeometry makes the table from a function that names the square a tap reads, or a negative
// number off the board.
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
					row = roundToTiles(sources)
				}
				g.reads = append(g.reads, int32(row))
			}
		}
	}
	return g
}

// sourceRow is the row that a tap reads for a square.
func (g *geometry) sourceRow(square, tap int) int {
	return int(g.reads[(square/tileSquares*g.taps+tap)*tileSquares+square%tileSquares])
}

// tileCount is the number of tiles of a group.
func (g *geometry) tileCount() int { return roundToTiles(g.squares) / tileSquares }

// tileSquares is the number of squares in a tile.
const tileSquares = 4

// roundToTiles is a number of squares rounded up to whole tiles.
func roundToTiles(squares int) int { return (squares + tileSquares - 1) / tileSquares * tileSquares }

// pointwise32 reads each dark square alone.
var pointwise32 = newGeometry(boardSquares, boardSquares, 1, func(square, _ int) int { return square })

// pointwise64 reads each of the 64 squares alone.
var pointwise64 = newGeometry(squares64, squares64, 1, func(square, _ int) int { return square })

// flattened64 reads every square of the 64 at once, for one output.
var flattened64 = newGeometry(1, squares64, squares64, func(_, tap int) int { return tap })

// dense is the geometry of a dense layer: one row in, one row out.
var dense = newGeometry(1, 1, 1, func(int, int) int { return 0 })

// A matrix holds the activations of one layer: a row of channels for each square of whole tiles, and one
// of zeros, which is never written. The channels are padded to whole groups.
type matrix struct {
	data   []float32
	stride int
}

func newMatrix(squares, channels int) matrix {
	stride := paddedChannels(channels)
	return matrix{data: make([]float32, (roundToTiles(squares)+1)*stride), stride: stride}
}

// row is the channels of one square.
func (m matrix) row(square int) []float32 { return m.data[square*m.stride:][:m.stride] }

// A layer is a convolution by a table of squares, or, with one tap for each square, a dense layer.
type layer struct {
	name    string
	geo     *geometry
	in, out int
	weight  []float32 // [tap][in][out], as in files
	bias    []float32 // [out]

	groups     []channelGroup
	packed     []float32 // [group][tap][in][width], what the kernel reads
	packedBias []float32 // whole groups
}

func newLayer(name string, geo *geometry, in, out int) *layer {
	return &layer{
		name: name, geo: geo, in: in, out: out,
		weight: make([]float32, geo.taps*in*out), bias: make([]float32, out),
		groups:     channelGroups(out, geo.taps*in),
		packed:     make([]float32, geo.taps*in*paddedChannels(out)),
		packedBias: make([]float32, paddedChannels(out)),
	}
}

// packWeights lays the weights out as the kernel reads them. It must be called after every change
// of weight or bias.
func (l *layer) packWeights() {
	for _, g := range l.groups {
		width := min(g.width, l.out-g.channel)
		for read := range l.geo.taps * l.in {
			to := l.packed[g.weights+read*g.width:][:g.width]
			copy(to, l.weight[read*l.out+g.channel:][:width])
		}
	}
	copy(l.packedBias, l.bias)
}

// A channelGroup is 16 or 24 neighbouring output channels of a layer, whose weights lie together.
type channelGroup struct {
	channel int // its first
	width   int
	weights int // where its weights begin
}

// channelGroups divides output channels into groups, the wide ones first; reads is the number of
// weights of one channel. The last group may reach beyond the channels there are.
func channelGroups(channels, reads int) []channelGroup {
	left := max(2, (channels+7)/8) // in units of 8 channels
	narrow := (3 - left%3) % 3     // groups of 16, the rest of 24
	var list []channelGroup
	for at := 0; left > 0; {
		width := 24
		if left <= 2*narrow {
			width = 16
		}
		list = append(list, channelGroup{channel: at, width: width, weights: at * reads})
		at, left = at+width, left-width/8
	}
	return list
}

// paddedChannels is the number of floats in a row of these channels: whole groups.
func paddedChannels(channels int) int { return max(2, (channels+7)/8) * 8 }

// A kernel is an implementation of the arithmetic. All give the same sums, but for the order in
// which they round.
type kernel struct {
	name  string
	conv  func(p pass)
	outer func(l *layer, tap, channel int, g channelGroup, from, grad matrix, dw []float32)
}

// A pass is one group of a layer, over all squares.
type pass struct {
	*layer
	channelGroup
	bias          []float32
	from, res, to matrix
	relu          bool
}

// outerInputs is the number of input channels in an outer product.
const outerInputs = 4
