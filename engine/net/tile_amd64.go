package net

import "golang.org/x/sys/cpu"

//go:noescape
func tile16(t *tile)

//go:noescape
func tile24(t *tile)

//go:noescape
func outer16(o *outer)

//go:noescape
func outer24(o *outer)

// choose gives the assembly to processors that have what it needs. GODEBUG=cpu.avx2=off forbids it.
func choose() kernel {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		return kernel{name: "avx2", conv: convAVX2, outer: outerAVX2}
	}
	return plain
}

func convAVX2(p pass) {
	t := tile{
		in: &p.from.data[0], bias: &p.bias[0], w: &p.packed[p.weights],
		inStride: p.from.stride * floatBytes, outStride: p.to.stride * floatBytes, taps: p.geo.taps, channels: p.in,
	}
	if p.relu {
		t.relu = 1
	}
	for n := range p.geo.tiles() {
		at := n*tileSquares*p.to.stride + p.channel
		t.reads, t.out = &p.geo.reads[n*p.geo.taps*tileSquares], &p.to.data[at]
		if p.res.data != nil {
			t.res = &p.res.data[at]
		}
		if p.width == 16 {
			tile16(&t)
		} else {
			tile24(&t)
		}
	}
}

func outerAVX2(l *layer, tap, channel int, g group, from, grad rows, dw []float32) {
	o := outer{
		in: &from.data[channel], reads: &l.geo.reads[tap*tileSquares], grad: &grad.data[g.channel], dw: &dw[0],
		inStride: from.stride * floatBytes, gradStride: grad.stride * floatBytes,
		readStride: l.geo.taps * tileSquares * rowBytes, tiles: l.geo.tiles(),
	}
	if g.width == 16 {
		outer16(&o)
	} else {
		outer24(&o)
	}
}
