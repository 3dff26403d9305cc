package pattern

import "crownhead/board"

// layout names the terms, their order and their meaning. Whoever changes any of these gives them another name.
const layout = "pairs blocks count tempo balance mobility kings 1"

const unit = 8 // weights are eighths of a hundredth of a man

// A weight is what an entry is worth with all pieces on the board, and with hardly any. Between them the pieces decide.
type weight struct{ opening, ending int16 }

// An Evaluation is the weights of all entries. It may be asked from any goroutine.
type Evaluation struct {
	weights [TermCount]weight
}

// mostTerms is the number of terms that a position can have at most: those of men and of the whole board, 24 kings, and
// five of all kings.
const (
	mostTerms = ordinary + 24 + 5
	ordinary  = tables + wholeCount // those that every position has
)

// terms are the entries that a view has, in the room given.
func (v *view) terms(t *[mostTerms]uint32) []uint32 {
	v.menTerms(t)
	v.wholeTerms(t)
	if v.counts.kings+v.counts.foeKings == 0 {
		return t[:ordinary]
	}
	return v.kingTerms(t[:ordinary])
}

// Stage of a position: the weight of opening among opening and ending, of stages.
const (
	stages    = 20
	leastFull = 4 // with so few pieces it is all ending
)

// Score is what a position is worth, in hundredths of a man for the side to move.
func (e *Evaluation) Score(p board.Position) int {
	v := viewOf(p)
	return e.score(&v)
}

func (e *Evaluation) score(v *view) int {
	var t [mostTerms]uint32
	opening, ending := 0, 0
	for _, i := range v.terms(&t) {
		w := e.weights[i]
		opening += int(w.opening)
		ending += int(w.ending)
	}
	s := v.stage()
	return v.material() + (opening*s+ending*(stages-s))/(stages*unit)
}
