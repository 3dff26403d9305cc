package net

// genericKernel is the kernel without assembly: for other processors, and to test the assembly against.
var genericKernel = kernel{name: "generic", conv: convolveGeneric, outer: outerProductGeneric}

func convolveGeneric(p pass) {
	var sums [tileSquares][24]float32
	for t := range p.geo.tileCount() {
		for i := range sums {
			copy(sums[i][:], p.bias)
			if p.res.data != nil {
				addTo(sums[i][:p.width], p.res.row(t*tileSquares + i)[p.channel:])
			}
		}
		for tap := range p.geo.taps {
			reads := p.geo.reads[(t*p.geo.taps+tap)*tileSquares:][:tileSquares]
			w := p.packed[p.weights+tap*p.in*p.width:][:p.in*p.width]
			for i, row := range reads {
				addProducts(sums[i][:p.width], p.from.row(int(row))[:p.in], w)
			}
		}
		for i := range sums {
			storeSums(p.to.row(t*tileSquares + i)[p.channel:], sums[i][:p.width], p.relu)
		}
	}
}

// addProducts adds the input channels times its column of weights to each sum.
func addProducts(sums, in, w []float32) {
	for c, x := range in {
		for j, v := range w[c*len(sums):][:len(sums)] {
			sums[j] += x * v
		}
	}
}

func addTo(sums, more []float32) {
	for j := range sums {
		sums[j] += more[j]
	}
}

func storeSums(to, sums []float32, relu bool) {
	for j, v := range sums {
		if relu {
			v = max(v, 0)
		}
		to[j] = v
	}
}

// outerProductGeneric is the outer product without assembly.
func outerProductGeneric(l *layer, tap, channel int, g channelGroup, from, grad matrix, dw []float32) {
	for square := range l.geo.squares {
		in := from.row(l.geo.sourceRow(square, tap))[channel:][:outerInputs]
		out := grad.row(square)[g.channel:][:g.width]
		for i, x := range in {
			sums := dw[i*g.width:][:g.width]
			for j, v := range out {
				sums[j] += x * v
			}
		}
	}
}
