package twin

// wires is what troubles do to the robot's wires and switches now.
type wires struct {
	sags bool    // the motors' supply
	open [3]bool // limit switches that don't close
}

// midMove is how far a checker has been carried when it is in the middle of its way, mm; the shortest carry is 26 mm.
const midMove = 12

// carries tells that a checker is on its way.
func (w *World) carries() bool {
	return w.nozzle.held != unset && apart(w.arm.tip.X, w.arm.tip.Y, w.slip.from.X, w.slip.from.Y) >= midMove
}

// suffer lets a trouble begin or end.
func (w *World) suffer(kind TroubleKind, joint int, on bool) {
	switch kind {
	case EstopIn:
		w.Estop(on)
	case SupplySags:
		w.wires.sags = on
	case LimitOpen:
		w.wires.open[joint] = on
	}
}
