package web

import (
	"fmt"
	"math"
	"strconv"

	"crownhead/board"
)

// A boardDrawing is the board of the first paint, in millimetres around its centre, x to the
// visitor's right, y towards them. The side of a square is the configuration's; scripts take it
// from the page.
type boardDrawing struct {
	Pitch   float64
	Squares []drawnSquare
	Files   []edgeLabel
	Ranks   []edgeLabel

	virtual bool // the table around the board is shown, too
}

// A drawnSquare is a dark square.
type drawnSquare struct {
	Name   string
	X, Y   float64
	Hue    int
	Odd    bool
	Masked bool
	Piece  string
}

// An edgeLabel is a file's letter or a rank's digit, beside the board.
type edgeLabel struct {
	Name string
	At   float64 // mm along its edge
}

// drawBoard lays the board out as the visitor sees it.
func drawBoard(v screenView, pitch float64, virtual bool) boardDrawing {
	d := boardDrawing{Pitch: pitch, virtual: virtual}
	hues, odd, masked := map[string]int{}, setOf(v.Odd), setOf(v.Masked)
	for _, g := range v.Glow {
		hues[g.Square] = g.Hue
	}
	for sq := range board.NoSquare {
		name := sq.String()
		x, y := squareCentre(int(name[0]-'a'), int(name[1]-'1'), v.Side, pitch)
		d.Squares = append(d.Squares, drawnSquare{name, x, y, hues[name], odd[name], masked[name], v.Pieces[name]})
	}
	for i := range 8 {
		x, y := squareCentre(i, i, v.Side, pitch)
		d.Files = append(d.Files, edgeLabel{string(rune('a' + i)), x})
		d.Ranks = append(d.Ranks, edgeLabel{strconv.Itoa(i + 1), y})
	}
	return d
}

// squareCentre is the middle of a square; file and rank count from 0.
func squareCentre(file, rank int, side string, pitch float64) (x, y float64) {
	x, y = (float64(file)-3.5)*pitch, (3.5-float64(rank))*pitch
	if side == board.Black.String() {
		return -x, -y
	}
	return x, y
}

// A centredBox is a square box around the middle of what is drawn.
type centredBox struct {
	Low  float64 // of x and y
	Side float64
}

func boxAround(half float64) centredBox { return centredBox{-roundMM(half), roundMM(2 * half)} }

// roundMM leaves out what binary fractions add in a far decimal place.
func roundMM(v float64) float64 { return math.Round(1000*v) / 1000 }

// The board from the inside to the outside.
const (
	rimWidth    = 1.0
	frameWidth  = 9.0
	viewMargin  = 11.0 // around the playing field where there is no table
	markInset   = 1.175
	labelOffset = 7.2 // the files' base line
	rankOffset  = 5.0 // the ranks' middle
)

// Half is half of the playing field's side.
func (d boardDrawing) Half() float64 { return 4 * d.Pitch }

// Field is the playing field.
func (d boardDrawing) Field() centredBox { return boxAround(d.Half()) }

// Rim is the thin line around the playing field.
func (d boardDrawing) Rim() centredBox { return boxAround(d.Half() + rimWidth) }

// Frame is the whole board.
func (d boardDrawing) Frame() centredBox { return boxAround(d.Half() + frameWidth) }

// FileLine is where the names of the files stand.
func (d boardDrawing) FileLine() float64 { return roundMM(d.Half() + labelOffset) }

// RankLine is where the names of the ranks stand.
func (d boardDrawing) RankLine() float64 { return -roundMM(d.Half() + rankOffset) }

// Square is a dark square around its own middle.
func (d boardDrawing) Square() centredBox { return boxAround(d.Pitch / 2) }

// Mark is the outline of a square that glows or is odd.
func (d boardDrawing) Mark() centredBox { return boxAround(d.Pitch/2 - markInset) }

// Hatching is the path that covers a square that is not sensed.
func (d boardDrawing) Hatching() string {
	lines := ""
	for _, at := range [][4]float64{
		{-2, -1, -1, -2}, {-2, 0, 0, -2}, {-2, 1, 1, -2}, {-2, 2, 2, -2}, {-1, 2, 2, -1}, {0, 2, 2, 0}, {1, 2, 2, 1},
	} {
		quarter := d.Pitch / 4
		lines += fmt.Sprintf("M%.4g %.4gL%.4g %.4g", at[0]*quarter, at[1]*quarter, at[2]*quarter, at[3]*quarter)
	}
	return lines
}

// ViewBox is what the drawing shows: the board, and on the virtual robot what lies around it: the
// trays at both sides, the visitor's pile before the board.
func (d boardDrawing) ViewBox() string {
	half := d.Half()
	if d.virtual {
		return fmt.Sprintf("%g %g %g %g", -(half + 49), -(half + 36), 2*half+134, 2*half+79)
	}
	return fmt.Sprintf("%g %g %g %[3]g", -(half + viewMargin), -(half + viewMargin), 2*(half+viewMargin))
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
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
