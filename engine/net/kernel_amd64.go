package net

import "golang.org/x/sys/cpu"

// selectKernel selects the assembly where the processor has what it needs. GODEBUG=cpu.avx2=off forbids it.
func selectKernel() kernel {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		return kernel{name: "avx2", conv: convolveAVX2, outer: outerProductAVX2}
	}
	return genericKernel
}

// A convTile is what the assembly computes at once: 4 squares by 16 or 24 channels of a layer's output.
//
//	out[i][j] = act(bias[j] + res[i][j] + Σ in[reads[tap][i]][channel] · w[tap][channel][j])
//
// where the sum is over taps and input channels.
//
// Where a tap looks beyond the board, reads names the row of zeros. Strides are in bytes. The
// assembly knows the fields by their names.
type convTile struct {
	in        *float32 // row 0
	reads     *int32   // 4 row numbers a tap
	w         *float32 // taps × channels × width
	bias      *float32 // width
	res       *float32 // the first of 4 rows to be added, as far apart as those of out; nil for none
	out       *float32 // the first of 4 rows
	inStride  int
	outStride int
	taps      int
	channels  int
	relu      int // 1: negative sums become 0
}

// Sizes of a number and of the number of a row, in bytes.
const (
	floatBytes = 4
	rowBytes   = 4
)

//go:noescape
func convTile16(t *convTile)

//go:noescape
func convTile24(t *convTile)

func convolveAVX2(p pass) {
	t := convTile{
		in: &p.from.data[0], bias: &p.bias[0], w: &p.packed[p.weights],
		inStride: p.from.stride * floatBytes, outStride: p.to.stride * floatBytes, taps: p.geo.taps, channels: p.in,
	}
	if p.relu {
		t.relu = 1
	}
	for n := range p.geo.tileCount() {
		at := n*tileSquares*p.to.stride + p.channel
		t.reads, t.out = &p.geo.reads[n*p.geo.taps*tileSquares], &p.to.data[at]
		if p.res.data != nil {
			t.res = &p.res.data[at]
		}
		if p.width == 16 {
			convTile16(&t)
		} else {
			convTile24(&t)
		}
	}
}

// An outerProduct is what the assembly computes at once of gradients: 4 input channels by 16 or 24
// output channels of one tap's weights.
//
//	dw[i][j] += Σ over squares of in[reads[square]][i] · grad[square][j]
//
// Strides are in bytes. The assembly knows the fields by their names.
type outerProduct struct {
	in         *float32 // row 0, at the first of 4 channels
	reads      *int32   // of the tap: 4 row numbers a tile
	grad       *float32 // row 0, at the group's first channel
	dw         *float32 // 4 rows of the group's width
	inStride   int
	gradStride int
	readStride int // from tile to tile
	tiles      int
}

//go:noescape
func outerProduct16(o *outerProduct)

//go:noescape
func outerProduct24(o *outerProduct)

func outerProductAVX2(l *layer, tap, channel int, g channelGroup, from, grad matrix, dw []float32) {
	o := outerProduct{
		in: &from.data[channel], reads: &l.geo.reads[tap*tileSquares], grad: &grad.data[g.channel], dw: &dw[0],
		inStride: from.stride * floatBytes, gradStride: grad.stride * floatBytes,
		readStride: l.geo.taps * tileSquares * rowBytes, tiles: l.geo.tileCount(),
	}
	if g.width == 16 {
		outerProduct16(&o)
	} else {
		outerProduct24(&o)
	}
}
