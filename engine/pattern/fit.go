package pattern

import (
	"math"

	"crownhead/board"
)

// A Features is what a fit has to know of a position: its score is the material, and for each of its terms the mean of
// the term's two weights, that of the opening with the share Opening.
type Features struct {
	Material int // hundredths of a man
	Opening  float32
	Terms    []uint32
	room     [mostTerms]uint32
}

// Read takes the features of a position, in place of those of an earlier one.
func (f *Features) Read(p board.Position) {
	v := viewOf(p)
	f.Material = v.material()
	f.Opening = float32(v.stage()) / stages
	f.Terms = v.terms(&f.room)
}

// New makes an evaluation of the weights of all terms, in hundredths of a man: opening and ending in turn.
func New(weights []float32) *Evaluation {
	e := &Evaluation{}
	for i := range e.weights {
		e.weights[i] = weight{fixed(weights[2*i]), fixed(weights[2*i+1])}
	}
	return e
}

// fixed rounds a weight to its units.
func fixed(w float32) int16 {
	return int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(float64(w)*unit))))
}

// Piece is what the tables say of a piece of the mover's that stands alone on a square, beyond its material: above an
// empty board, in hundredths of a man. It is for pictures.
func (e *Evaluation) Piece(s board.Square, king, opening bool) float64 {
	if king {
		return e.weights[kingRow+int(s)].of(opening)
	}
	var empty, one [mostTerms]uint32
	(&view{}).menTerms(&empty)
	(&view{men: uint32(s.Bit())}).menTerms(&one)
	sum := 0.0
	for i := range tables {
		sum += e.weights[one[i]].of(opening) - e.weights[empty[i]].of(opening)
	}
	return sum
}

func (w weight) of(opening bool) float64 {
	if opening {
		return float64(w.opening) / unit
	}
	return float64(w.ending) / unit
}
