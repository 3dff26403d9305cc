package pattern

import (
	"math"

	"crownhead/board"
)

// layout names the terms, their order and their meaning. A change of any of these needs a new name.
const layout = "pairs blocks count tempo balance mobility kings 1"

const unit = 8 // weights are eighths of a hundredth of a man

// A weight is what a term is worth with all pieces on the board, and with hardly any. In between it is interpolated by
// the number of pieces.
type weight struct{ opening, ending int16 }

// An Evaluation has the weights of all terms. Any goroutine may use it.
type Evaluation struct {
	weights [TermCount]weight
}

// Score is what a position is worth, in hundredths of a man for the side to move.
func (e *Evaluation) Score(p board.Position) int {
	v := viewOf(p)
	return e.scoreView(&v)
}

func (e *Evaluation) scoreView(v *view) int {
	var t [maxTerms]uint32
	opening, ending := 0, 0
	for _, i := range v.activeTerms(&t) {
		w := e.weights[i]
		opening += int(w.opening)
		ending += int(w.ending)
	}
	s := v.phase()
	return v.material() + (opening*s+ending*(phaseCount-s))/(phaseCount*unit)
}

// Features are what a fit needs of a position. The score of the position is its material plus, for each of its
// terms, the mean of the term's two weights, in which the opening's has the share Opening.
type Features struct {
	Material int // hundredths of a man
	Opening  float32
	Terms    []uint32
	buffer   [maxTerms]uint32
}

// Extract sets the features to those of a position.
func (f *Features) Extract(p board.Position) {
	v := viewOf(p)
	f.Material = v.material()
	f.Opening = float32(v.phase()) / phaseCount
	f.Terms = v.activeTerms(&f.buffer)
}

// New makes an evaluation from the weights of all terms, in hundredths of a man: opening and ending in turn.
func New(weights []float32) *Evaluation {
	e := &Evaluation{}
	for i := range e.weights {
		e.weights[i] = weight{toFixedPoint(weights[2*i]), toFixedPoint(weights[2*i+1])}
	}
	return e
}

// toFixedPoint rounds a weight to its units.
func toFixedPoint(w float32) int16 {
	return int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(float64(w)*unit))))
}

// PieceValue is what a single piece of the mover's on a square adds to an empty board beyond its material, in
// hundredths of a man. It is for pictures.
func (e *Evaluation) PieceValue(s board.Square, king, opening bool) float64 {
	if king {
		return e.weights[kingOffset+int(s)].points(opening)
	}
	var empty, one [maxTerms]uint32
	(&view{}).setMenTerms(&empty)
	(&view{men: uint32(s.Bit())}).setMenTerms(&one)
	sum := 0.0
	for i := range tables {
		sum += e.weights[one[i]].points(opening) - e.weights[empty[i]].points(opening)
	}
	return sum
}

func (w weight) points(opening bool) float64 {
	if opening {
		return float64(w.opening) / unit
	}
	return float64(w.ending) / unit
}
