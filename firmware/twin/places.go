package twin

import (
	"math"

	"crownhead/board"
)

// spot is the centre of a square as the visitor sits: his left corner is place 0.
func (w *World) spot(sq board.Square) (x, y float64) {
	return w.truth.Board.place(placeOf(sq, w.visitor))
}

// placeOf turns a square into a place, or back: the board turns with the visitor's colour.
func placeOf(sq board.Square, visitor board.Color) int {
	if visitor == board.Black {
		return 31 - int(sq)
	}
	return int(sq)
}

// place is the centre of place i: rows of four dark fields from the visitor's side towards the robot.
func (b Board) place(i int) (x, y float64) {
	row := i / 4
	column := 2*(i%4) + row%2
	return b.outside((3.5-float64(row))*b.Pitch, (float64(column)-3.5)*b.Pitch)
}

// outside turns a point of the board, seen from its centre along its own edges, into one of the robot frame.
func (b Board) outside(dx, dy float64) (x, y float64) {
	sin, cos := math.Sincos(radians(b.Yaw))
	return b.X + dx*cos - dy*sin, b.Y + dx*sin + dy*cos
}

// inside is the way back.
func (b Board) inside(x, y float64) (dx, dy float64) {
	sin, cos := math.Sincos(radians(b.Yaw))
	dx, dy = x-b.X, y-b.Y
	return dx*cos + dy*sin, dy*cos - dx*sin
}

// at tells the place within whose field (x, y) lies, and whether it is a dark one.
func (b Board) at(x, y float64) (int, bool) {
	dx, dy := b.inside(x, y)
	row := int(math.Floor(4 - dx/b.Pitch))
	column := int(math.Floor(4 + dy/b.Pitch))
	if row < 0 || row > 7 || column < 0 || column > 7 || (row+column)%2 != 0 {
		return 0, false
	}
	return row*4 + column/2, true
}

// contains tells whether (x, y) is above the board, its frame included.
func (b Board) contains(x, y float64) bool {
	dx, dy := b.inside(x, y)
	return math.Abs(dx) <= b.Border && math.Abs(dy) <= b.Border
}

// height is how high the surface lies at (x, y).
func (b Board) height(x, y float64) float64 {
	return b.Surface + (x-b.X)*math.Tan(radians(b.TiltX)) + (y-b.Y)*math.Tan(radians(b.TiltY))
}

// contains tells whether (x, y) is above one of the tray's plates.
func (t Tray) contains(x, y float64) bool {
	moved := t.Left
	if y < 0 {
		moved = t.Right
	}
	x, y = x-moved.X, y-moved.Y
	return x >= t.Front && x <= t.Back && math.Abs(y) >= t.Near && math.Abs(y) <= t.Far
}

// ground is the height of what carries a checker at (x, y) when nothing else lies there.
func (t *Truth) ground(x, y float64) float64 {
	switch {
	case t.Board.contains(x, y):
		return t.Board.height(x, y)
	case t.Tray.contains(x, y):
		return t.Tray.Surface
	default:
		return 0
	}
}

// pile is the i-th place of the visitor's pile, on the table at his side of the board.
func (t *Truth) pile(i int) (x, y float64) {
	const columns, step = 12, 18.0
	return t.Board.X + t.Board.Border + 24 + step*float64(i/columns), t.Board.Y + step*(float64(i%columns)-(columns-1)/2.0)
}

// inPile tells whether (x, y) is on the visitor's side of the board.
func (t *Truth) inPile(x float64) bool { return x > t.Board.X+t.Board.Border+8 }
