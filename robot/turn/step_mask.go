package turn

import "crownhead/board"

// Why a sensor is masked.
const (
	ReasonDead      = "dead"      // it doesn't see a checker that is there
	ReasonStuck     = "stuck"     // it sees one that isn't
	ReasonFlicker   = "flicker"   // it changes without a hand
	ReasonNeighbour = "neighbour" // it sees the checker on the square beside
	ReasonOperator  = "operator"  // the operator wants it so
)

// masked takes up that a sensor is not believed any more, or is again.
func (t *stepper) masked() {
	sq, err := board.ParseSquare(t.e.Square)
	if err != nil {
		return // no journal that is read holds one
	}
	if t.e.On {
		t.s.Sensors.Masked |= sq.Bit()
	} else {
		t.s.Sensors.Masked &^= sq.Bit()
	}
	sure := t.s.Sensors.Doubt.Sure
	t.s.Sensors.Doubt = Doubt{}
	switch {
	case !t.s.Sensors.Seen:
	case sure:
		t.pressed()
	default:
		t.scanned()
	}
}

// maskCommanded masks a sensor for the operator, or believes it again.
func (t *stepper) maskCommanded() {
	kind := EffectUnmask
	if t.e.Name == CommandMask {
		kind = EffectMask
	}
	t.effect(Effect{Kind: kind, Name: ReasonOperator, Squares: []string{t.e.Args[argSquare]}})
}
