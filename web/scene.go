package web

import (
	"strconv"

	"crownhead/board"
)

// The board is drawn in millimetres around its centre, x to the visitor's right, y towards him.
const pitch = 18.75

// A drawnSquare is a dark square of the first paint.
type drawnSquare struct {
	Name   string
	X, Y   float64
	Hue    int
	Odd    bool
	Masked bool
	Piece  string
}

// A label is a file's letter or a rank's digit, beside the board.
type label struct {
	Name string
	At   float64 // mm along its edge
}

// drawSquares lays the dark squares out as the visitor sees them.
func drawSquares(v screenView) []drawnSquare {
	hue, odd, masked := map[string]int{}, set(v.Odd), set(v.Masked)
	for _, g := range v.Glow {
		hue[g.Square] = g.Hue
	}
	squares := make([]drawnSquare, 0, 32)
	for sq := range board.NoSquare {
		name := sq.String()
		x, y := centre(int(name[0]-'a'), int(name[1]-'1'), v.Side)
		squares = append(squares, drawnSquare{name, x, y, hue[name], odd[name], masked[name], v.Pieces[name]})
	}
	return squares
}

func set(names []string) map[string]bool {
	has := map[string]bool{}
	for _, name := range names {
		has[name] = true
	}
	return has
}

// centre is the middle of a square; file and rank count from 0.
func centre(file, rank int, side string) (x, y float64) {
	x, y = (float64(file)-3.5)*pitch, (3.5-float64(rank))*pitch
	if side == board.Black.String() {
		return -x, -y
	}
	return x, y
}

func drawFiles(side string) []label {
	labels := make([]label, 8)
	for i := range labels {
		x, _ := centre(i, 0, side)
		labels[i] = label{string(rune('a' + i)), x}
	}
	return labels
}

func drawRanks(side string) []label {
	labels := make([]label, 8)
	for i := range labels {
		_, y := centre(0, i, side)
		labels[i] = label{strconv.Itoa(i + 1), y}
	}
	return labels
}

// A pixel is one LED of an eye.
type pixel struct {
	Row, Col int
	On       bool
}

func drawEye(rows [8]uint8) []pixel {
	pixels := make([]pixel, 0, 64)
	for row, bits := range rows {
		for col := range 8 {
			pixels = append(pixels, pixel{row, col, bits>>(7-col)&1 == 1})
		}
	}
	return pixels
}

// pipsWide is the width of a picture with a pip for each level.
func pipsWide(pips []bool) float64 { return pipAt(len(pips)) - 5 }

// pipAt is where a level's picture has its pip, in the units of the picture.
func pipAt(i int) float64 { return 7 + 12*float64(i) }
