package face

import "math/bits"

// An eyeShape is an eye without its pupil: the lit pixels, and where pupil and lids may be.
type eyeShape struct {
	rows   [8]uint8
	hollow bool // an outline in which the pupil is lit, instead of a lit eye in which it is dark
	restX  int  // left column of the pupil, looking ahead
	restY  int  // its upper row
	up     int  // how many rows the pupil may rise
	down   int  // and sink
	lid    int  // the row that the upper lid reaches when it is half closed
	closed int  // the row in which the closed lids meet
}

// An eyePair is both eyes. The left one has the nose at its right.
type eyePair struct{ left, right eyeShape }

// drawRows reads the rows of an eye: '#' is a lit pixel.
func drawRows(rows ...string) [8]uint8 {
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

// mirrorEye makes both eyes from the left one.
func mirrorEye(left eyeShape) eyePair {
	right := left
	for y, row := range left.rows {
		right.rows[y] = bits.Reverse8(row)
	}
	right.restX = 6 - left.restX
	return eyePair{left, right}
}

// render returns the rows of an eye whose pupil is shifted by dx, dy and whose lids stand at the given level.
func (s eyeShape) render(dx, dy int, level lidLevel) [8]uint8 {
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
