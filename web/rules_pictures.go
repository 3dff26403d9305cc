package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"crownhead/board"
	"crownhead/face/say"
)

// A rulePicture is one picture of the rules: a position, moves from it, and the part of the board that
// is shown. The visitor's checkers are the white ones; a page swaps the colours for who plays Black.
type rulePicture struct {
	study
	corner string // the square at the lower left
	still  int    // the frame that a still picture shows, with the move that follows
}

// rulePictures are the rules in twenty seconds.
var rulePictures = []rulePicture{
	{study: study{say.RulesStep, "W:Wc3,e3,f2:Bd6,f6", []string{"c3-d4", "f6-g5"}}, corner: "b2"},
	{study: study{say.RulesCapture, "W:Wc3,g3:Bd4,b6", []string{"c3:e5"}}, corner: "b2"},
	{study: study{say.RulesChain, "W:Wb2,g3:Bc3,e5", []string{"b2:d4:f6"}}, corner: "b2"},
	{study: study{say.RulesBack, "W:We5,g3:Bd4,b6", []string{"e5:c3"}}, corner: "b2"},
	{study: study{say.RulesKing, "W:Wc7,d4:Bh6", []string{"c7-d8", "h6-g5", "d8:h4"}}, corner: "c4", still: 2},
	{study: study{say.RulesPress, "W:We5,g3:Bd4,b6", nil}, corner: "b2"},
}

// The part of the board in a picture, in squares.
const (
	pictureFiles = 6
	pictureRanks = 5
)

// A drawnRule is a picture as the first paint has it.
type drawnRule struct {
	Name   string // of its sentence
	Words  string
	Field  pictureField
	Pieces []drawnSquare
	Frames string // JSON, for the script
	Still  int
	Press  bool // a captured checker is taken off, and the red button pressed
	Button placedMark
	Taken  placedMark
}

// A placedMark is where something is drawn.
type placedMark struct{ X, Y float64 }

// drawRules draws the rules in a page's language. The colour is the visitor's.
func drawRules(lang say.Lang, colour string, pitch float64) []drawnRule {
	drawn := make([]drawnRule, 0, len(rulePictures))
	for _, r := range rulePictures {
		frames, err := r.playThrough()
		data, err2 := json.Marshal(frames)
		if err != nil || err2 != nil { // a test plays them all
			continue
		}
		d := drawnRule{
			Name: string(r.key), Words: say.Text(lang, r.key, say.Args{}), Field: r.field(pitch),
			Frames: string(data), Still: r.still, Press: len(r.moves) == 0,
		}
		for sq := range board.NoSquare {
			name := sq.String()
			piece := frames[r.still].Pieces[name]
			x, y := squareCentre(int(name[0]-'a'), int(name[1]-'1'), board.White.String(), pitch)
			switch {
			case piece == "":
			case d.Press && piece == "black-man" && name == "d4":
				d.Taken = placedMark{x, y}
			default:
				d.Pieces = append(d.Pieces, drawnSquare{Name: name, X: x, Y: y, Piece: inColours(piece, colour)})
			}
		}
		x, y := squareCentre(int(r.corner[0]-'a')+pictureFiles-1, int(r.corner[1]-'1'), board.White.String(), pitch)
		d.Button = placedMark{x, y}
		drawn = append(drawn, d)
	}
	return drawn
}

// A pictureField is the part of the board in a picture, in its millimetres.
type pictureField struct{ X, Y, Width, Height float64 }

func (r rulePicture) field(pitch float64) pictureField {
	x, y := squareCentre(int(r.corner[0]-'a'), int(r.corner[1]-'1')+pictureRanks-1, board.White.String(), pitch)
	return pictureField{roundMM(x - pitch/2), roundMM(y - pitch/2), pictureFiles * pitch, pictureRanks * pitch}
}

// inColours is the name of a piece, where the white ones are to be a colour's.
func inColours(piece, colour string) string {
	if colour == board.White.String() {
		return piece
	}
	side, kind, _ := strings.Cut(piece, "-")
	return opponentOf(side) + "-" + kind
}

// DarkSquares is a path around all dark squares.
func (d boardDrawing) DarkSquares() template.HTMLAttr {
	path := ""
	for _, s := range d.Squares {
		path += fmt.Sprintf("M%g %gh%gv%gh-%gz", roundMM(s.X-d.Pitch/2), roundMM(s.Y-d.Pitch/2), d.Pitch, d.Pitch, d.Pitch)
	}
	return template.HTMLAttr(`d="` + path + `"`) // numbers only
}
