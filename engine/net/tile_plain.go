package net

// plain is the kernel without assembly: for other processors, and what the assembly is held against.
var plain = kernel{name: "plain", conv: convPlain, outer: outerPlain}

func convPlain(p pass) {
	var sums [tileSquares][24]float32
	for t := range p.geo.tiles() {
		for i := range sums {
			copy(sums[i][:], p.bias)
			if p.res.data != nil {
				add(sums[i][:p.width], p.res.row(t*tileSquares + i)[p.channel:])
			}
		}
		for tap := range p.geo.taps {
			reads := p.geo.reads[(t*p.geo.taps+tap)*tileSquares:][:tileSquares]
			w := p.packed[p.weights+tap*p.in*p.width:][:p.in*p.width]
			for i, row := range reads {
				accumulate(sums[i][:p.width], p.from.row(int(row))[:p.in], w)
			}
		}
		for i := range sums {
			store(p.to.row(t*tileSquares + i)[p.channel:], sums[i][:p.width], p.relu)
		}
	}
}

// accumulate adds to each sum its column of weights times the input channels.
func accumulate(sums, in, w []float32) {
	for c, x := range in {
		for j, v := range w[c*len(sums):][:len(sums)] {
			sums[j] += x * v
		}
	}
}

func add(sums, more []float32) {
	for j := range sums {
		sums[j] += more[j]
	}
}

func store(to, sums []float32, relu bool) {
	for j, v := range sums {
		if relu {
			v = max(v, 0)
		}
		to[j] = v
	}
}
