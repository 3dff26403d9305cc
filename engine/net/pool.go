package net

// pool writes the means of the first channels over all squares, and then their maxima: what the whole board has, wherever it
// is. The channels are never negative where it is used.
func pool(from rows, squares, channels int, to []float32) {
	mean, most := to[:channels], to[channels:][:channels]
	clear(to[:2*channels])
	for square := range squares {
		row := from.row(square)[:channels]
		for c, x := range row {
			mean[c] += x
			most[c] = max(most[c], x)
		}
	}
	for c := range mean {
		mean[c] /= float32(squares)
	}
}
