package groundtruth

import (
	"math"

	"crownhead/board"
)

// PlaceOf converts a square into a place: the board turns with the visitor's colour. Place 0 is the
// dark corner at the visitor's left. The function is its own inverse: given a place, it returns the square.
func PlaceOf(sq board.Square, visitor board.Color) int {
	if visitor == board.Black {
		return 31 - int(sq)
	}
	return int(sq)
}

// PlaceCentre is the centre of place i: rows of four dark squares from the visitor's side towards the robot.
func (b Board) PlaceCentre(i int) (x, y float64) {
	row := i / 4
	column := 2*(i%4) + row%2
	return b.toRobotFrame((3.5-float64(row))*b.Pitch, (float64(column)-3.5)*b.Pitch)
}

// PlaceAt returns the place in whose square (x, y) lies, and reports whether that square is dark.
func (b Board) PlaceAt(x, y float64) (int, bool) {
	dx, dy := b.toBoardFrame(x, y)
	row := int(math.Floor(4 - dx/b.Pitch))
	column := int(math.Floor(4 + dy/b.Pitch))
	if row < 0 || row > 7 || column < 0 || column > 7 || (row+column)%2 != 0 {
		return 0, false
	}
	return row*4 + column/2, true
}

// Contains reports whether (x, y) is above the board, its frame included.
func (b Board) Contains(x, y float64) bool {
	dx, dy := b.toBoardFrame(x, y)
	return math.Abs(dx) <= b.Border && math.Abs(dy) <= b.Border
}

// HeightAt is how high the surface lies at (x, y).
func (b Board) HeightAt(x, y float64) float64 {
	return b.Surface + (x-b.X)*math.Tan(radians(b.TiltX)) + (y-b.Y)*math.Tan(radians(b.TiltY))
}

// toRobotFrame converts a point of the board, seen from its centre along its own edges, into the
// robot frame.
func (b Board) toRobotFrame(dx, dy float64) (x, y float64) {
	sin, cos := math.Sincos(radians(b.Yaw))
	return b.X + dx*cos - dy*sin, b.Y + dx*sin + dy*cos
}

// toBoardFrame is the inverse of toRobotFrame.
func (b Board) toBoardFrame(x, y float64) (dx, dy float64) {
	sin, cos := math.Sincos(radians(b.Yaw))
	dx, dy = x-b.X, y-b.Y
	return dx*cos + dy*sin, dy*cos - dx*sin
}

// Contains reports whether (x, y) is above one of the tray's plates.
func (t Tray) Contains(x, y float64) bool {
	moved := t.Left
	if y < 0 {
		moved = t.Right
	}
	x, y = x-moved.X, y-moved.Y
	return x >= t.Front && x <= t.Back && math.Abs(y) >= t.Near && math.Abs(y) <= t.Far
}

// SupportHeight is the height of what carries a checker at (x, y) when nothing else lies there.
func (r *Robot) SupportHeight(x, y float64) float64 {
	switch {
	case r.Board.Contains(x, y):
		return r.Board.HeightAt(x, y)
	case r.Tray.Contains(x, y):
		return r.Tray.Surface
	default:
		return 0
	}
}

// PilePlace is the i-th place of the visitor's pile, on the table at their side of the board.
func (r *Robot) PilePlace(i int) (x, y float64) {
	const columns, step = 12, 18.0
	x = r.Board.X + r.Board.Border + 24 + step*float64(i/columns)
	return x, r.Board.Y + step*(float64(i%columns)-(columns-1)/2.0)
}

// InVisitorZone reports whether x lies beyond the board, on the visitor's side, whatever y is.
func (r *Robot) InVisitorZone(x float64) bool { return x > r.Board.X+r.Board.Border+8 }

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
