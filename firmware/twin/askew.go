package twin

import (
	"math/rand/v2"

	"crownhead/board"
)

// How far a robot that nobody has calibrated stands from the drawing, either way.
const (
	askewYaw   = 1.0 // degrees of the base's zero
	askewBoard = 5.0 // mm of the board's place
	askewTurn  = 1.5 // degrees of the board on the table
	askewRise  = 2.0 // mm of the board's height
	askewTilt  = 0.4 // degrees of the board's slope
	askewTray  = 2.0 // mm of each plate of the tray
	thick      = 1.0 // mm of the tray's plates, at most
)

// AskewTruth draws robot n of those that are put up by eye: links as from NewTruth, and base, board and tray aside of
// where the configuration that is shipped has them. The same number is always the same robot.
func AskewTruth(n uint64) Truth {
	rng := rand.New(rand.NewPCG(n, streamAskew))
	within := func(most float64) float64 { return most * (2*rng.Float64() - 1) }
	t := NewTruth(n)
	t.Yaw = within(askewYaw)
	b := &t.Board
	b.X, b.Y = b.X+within(askewBoard), b.Y+within(askewBoard)
	b.Yaw = within(askewTurn)
	b.Surface += within(askewRise)
	b.TiltX, b.TiltY = within(askewTilt), within(askewTilt)
	t.Tray.Left = Point{X: within(askewTray), Y: within(askewTray)}
	t.Tray.Right = Point{X: within(askewTray), Y: within(askewTray)}
	t.Tray.Surface = thick * rng.Float64()
	shift(t.Tray.Trophies, t.Tray.Left)
	shift(t.Tray.Spares, t.Tray.Right)
	return t
}

// TruthOf is the robot that a run plays with: number askew of those that are put up by eye, or when that is 0 one that
// fits the configuration which is shipped.
func TruthOf(seed, askew uint64) Truth {
	if askew > 0 {
		return AskewTruth(askew)
	}
	return NewTruth(seed)
}

func shift(points []Point, by Point) {
	for i := range points {
		points[i].X, points[i].Y = points[i].X+by.X, points[i].Y+by.Y
	}
}

// Tip is where the tip of the nozzle really is.
func (w *World) Tip() Point { return w.arm.tip }

// Middle is where the middle of a square really is.
func (w *World) Middle(sq board.Square) Point {
	x, y := w.spot(sq)
	return Point{X: x, Y: y, Z: w.truth.Board.height(x, y)}
}

// Slot is where a slot of the tray really is; the trophies' slots count first, then those of the spare kings.
func (w *World) Slot(n int) Point {
	t := &w.truth.Tray
	at := append(t.Trophies[:len(t.Trophies):len(t.Trophies)], t.Spares...)[n]
	at.Z = t.Surface
	return at
}
