package face

import "math/bits"

// A shape is an eye without its pupil: 8 rows, and where the pupil may be.
type shape struct {
	rows   [8]uint8
	hollow bool // an outline in which the pupil is lit, instead of a lit eye in which it is dark
	restX  int  // left column of the pupil, looking ahead
	restY  int  // its upper row
	up     int  // how far the pupil may rise
	down   int  // and sink
	lid    int  // the row to which the upper lid comes half-way down
	closed int  // the row in which the closed lids meet
}

// eyes is what an emotion makes of both eyes.
type eyes struct{ left, right shape }

// art draws an eye: '#' is a lit pixel.
func art(rows ...string) [8]uint8 {
	var out [8]uint8
	for y, row := range rows {
		for x, r := range row {
			if r == '#' {
				out[y] |= 0x80 >> x
			}
		}
	}
	return out
}

// pair makes both eyes from the left one.
func pair(left shape) eyes {
	right := left
	for y, row := range left.rows {
		right.rows[y] = bits.Reverse8(row)
	}
	right.restX = 6 - left.restX
	return eyes{left, right}
}

// looks holds the eyes of each emotion; the left eye is drawn, the nose is at its right.
var looks = [...]eyes{
	Neutral: pair(shape{
		rows: art(
			"........",
			".######.",
			"########",
			"########",
			"########",
			"########",
			".######.",
			"........"),
		restX: 3, restY: 3, up: 1, down: 1, lid: 4, closed: 5,
	}),
	Happy: pair(shape{
		rows: art(
			"........",
			"..####..",
			".######.",
			"########",
			"########",
			"###..###",
			"##....##",
			"........"),
		restX: 3, restY: 3, up: 0, down: 1, lid: 4, closed: 5,
	}),
	Sad: pair(shape{
		rows: art(
			"......##",
			"....####",
			"..######",
			"########",
			"########",
			"########",
			".######.",
			"..####.."),
		restX: 3, restY: 4, up: 1, down: 1, lid: 5, closed: 6,
	}),
	Angry: pair(shape{
		rows: art(
			"##......",
			"####....",
			"######..",
			"########",
			"########",
			"########",
			".######.",
			"..####.."),
		restX: 4, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
	}),
	Surprised: pair(shape{
		rows: art(
			"..####..",
			".######.",
			"########",
			"########",
			"########",
			"########",
			".######.",
			"..####.."),
		restX: 3, restY: 3, up: 1, down: 2, lid: 4, closed: 5,
	}),
	Afraid: pair(shape{
		rows: art(
			"..####..",
			".#....#.",
			"#......#",
			"#......#",
			"#......#",
			"#......#",
			".#....#.",
			"..####.."),
		hollow: true, restX: 3, restY: 3, up: 1, down: 2, lid: 4, closed: 5,
	}),
	Disgusted: {
		left: shape{
			rows: art(
				"........",
				"........",
				"........",
				"########",
				"########",
				"########",
				".######.",
				"........"),
			restX: 2, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
		},
		right: shape{
			rows: art(
				"........",
				"........",
				"........",
				"########",
				"########",
				"..######",
				"........",
				"........"),
			restX: 2, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
		},
	},
}

// draw returns the rows of an eye whose pupil is shifted by dx, dy and whose lids stand at the given level.
func (s shape) draw(dx, dy int, level lid) [8]uint8 {
	if level == lidClosed {
		var out [8]uint8
		out[s.closed-1], out[s.closed] = 0x81, 0x7e
		return out
	}
	out := s.rows
	x, y := clamp(s.restX+dx, 1, 5), s.restY+clamp(dy, -s.up, s.down)
	for _, row := range []int{y, y + 1} {
		pupil := uint8(0xc0) >> x
		if s.hollow {
			out[row] |= pupil
		} else {
			out[row] &^= pupil
		}
	}
	if level == lidHalf {
		for row := range s.lid {
			out[row] = 0
		}
		out[s.lid] = 0xff
	}
	return out
}

func clamp(v, low, high int) int { return max(low, min(v, high)) }
