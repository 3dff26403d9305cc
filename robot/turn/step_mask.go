package turn

import "crownhead/board"

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
	if t.e.Command == CommandMask {
		kind = EffectMask
	}
	t.effect(Effect{Kind: kind, Name: string(ReasonOperator), Squares: []string{t.e.Args[argSquare]}, Do: Order{Mask: ReasonOperator}})
}
