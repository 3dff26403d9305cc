package net

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"crownhead/board"
)

var update = flag.Bool("update", false, "draw docs/net.svg anew")

// The picture in the docs shows the layers that are computed and the planes that are seen.
func TestDocsPicture(t *testing.T) {
	const path = "../../docs/net.svg"
	drawn := drawNet(t)
	if *update {
		if err := os.WriteFile(path, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != drawn {
		t.Errorf("%s isn't what the program computes (%v); draw it with: go test ./engine/net -run Picture -update",
			path, err)
	}
}

// A drawing is the elements of a picture.
type drawing struct{ strings.Builder }

func (d *drawing) text(x, y float64, class, format string, args ...any) {
	fmt.Fprintf(d, `<text x="%g" y="%g" class="%s">%s</text>`+"\n", x, y, class, fmt.Sprintf(format, args...))
}

// box is a layer: its name, and what it does.
func (d *drawing) box(x, y, width float64, class string, lines ...string) {
	fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%d" rx="4" class="%s"/>`+"\n", x, y, width,
		10+14*len(lines), class)
	for i, line := range lines {
		d.text(x+width/2, y+16+14*float64(i), "middle", "%s", line)
	}
}

func (d *drawing) arrow(x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line x1="%g" y1="%g" x2="%g" y2="%g" class="arrow"/>`+"\n", x1, y1, x2, y2)
}

func drawNet(t *testing.T) string {
	var d drawing
	d.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 470">
<title>The compact net, and what it sees amid a capture</title>
<style>rect,circle,line,path{stroke:#333;stroke-width:1}text{font:11px sans-serif;fill:#111}.middle{text-anchor:middle}.head{font-weight:bold}
.paper{fill:#fff;stroke:none}.layer{fill:#dbe9f6}.pooled{fill:#f6e3c5}.answer{fill:#d9efd9}.input{fill:#eee}.cell{fill:#e4e4e4;stroke:none}.light{fill:#fafafa;stroke:none}
.arrow{marker-end:url(#tip)}.set{stroke:none;fill:#b03030}.tap{fill:#dbe9f6}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<rect width="960" height="470" class="paper"/>
`)
	drawLayers(&d)
	drawTaps(&d)
	drawPlanes(t, &d)
	d.WriteString("</svg>\n")
	return d.String()
}

// shapeOf says what a layer is.
func shapeOf(l *layer) string {
	if l.geo.taps == 1 {
		return fmt.Sprintf("1 tap, %d → %d", l.in, l.out)
	}
	return fmt.Sprintf("%d taps, %d → %d", l.geo.taps, l.in, l.out)
}

func drawLayers(d *drawing) {
	n, _ := newCompactNet(DefaultCompact)
	const y, width, step = 40, 118, 136
	d.text(14, 24, "head", "The compact net: %d blocks of %d filters over the %d dark squares", n.Blocks, n.Filters,
		boardSquares)
	d.box(14, y, 90, "input", "input", fmt.Sprintf("%d planes", compactPlanes))
	d.arrow(104, y+19, 124, y+19)
	d.box(124, y, width, "layer", "stem", shapeOf(n.stem))
	for i, b := range n.blocks {
		x := float64(124 + step*(i+1))
		d.arrow(x-step+width, y+19, x, y+19)
		class, lines := "layer", []string{fmt.Sprintf("block %d", i), "a: " + shapeOf(b.first), "b: " + shapeOf(b.second)}
		if b.globalPool != nil {
			class = "pooled"
			lines = append(lines, fmt.Sprintf("mean, max of %d", n.pooled()),
				fmt.Sprintf("whole: %d → %d", b.globalPool.in, b.globalPool.out))
		}
		d.box(x, y, width, class, lines...)
	}
	right := float64(124+step*n.Blocks) + width
	fmt.Fprintf(d, `<path d="M%g %d h12 V150" fill="none" class="arrow"/>`+"\n", right, y+19)
	d.box(right-262, 150, 128, "answer", "policy", shapeOf(n.policy), shapeOf(n.moves),
		fmt.Sprintf("%d actions", Actions))
	d.box(right-114, 150, 128, "answer", "value", fmt.Sprintf("mean, max of %d", n.Filters),
		fmt.Sprintf("%d → %d → %d", n.value.in, n.value.out, n.evaluation.out), "tanh")
	fmt.Fprintf(d, `<path d="M%g 135 H%g V150" fill="none" class="arrow"/>`+"\n", right+12, right-198)
	d.text(14, 232, "", "Every block adds to what it reads. Brown: the whole board's means and maxima become a bias of b.")
}

// drawTaps shows which squares a square reads.
func drawTaps(d *drawing) {
	const x, y, cell = 340.0, 180.0, 14.0
	d.text(14, 170, "", "A square (0) reads itself, its four neighbours")
	d.text(14, 186, "", "on the diagonals, and the next four; beyond")
	d.text(14, 202, "", "the board it reads zeros. The numbers are taps.")
	for tap, step := range compactTaps {
		cx, cy := x+cell*float64(step[0]), y-cell*float64(step[1])
		fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%g" class="tap"/>`+"\n", cx-cell/2, cy-cell/2, cell,
			cell)
		d.text(cx, cy+4, "middle", "%d", tap)
	}
}

// planeNames are as in the package's comment.
var planeNames = [compactPlanes]string{
	"own men", "own kings", "other's men", "other's kings", "repetition",
	"nearest draw", "in flight", "jumped",
}

func drawPlanes(t *testing.T, d *drawing) {
	s := stateAmid(t, "B:Bc3,h6,g7,Kh8:Wd2,g3,a7,h2,Ka3")
	const capture = "c3:e1:h4"
	if _, err := s.Position.ParseMove(capture); err != nil {
		t.Fatal(err)
	}
	s.Repetitions = 2
	r := newMatrix(boardSquares, compactPlanes)
	fillCompactPlanes(&s, r)
	d.text(14, 268, "head", "What it sees amid Black's capture %s: from e1, on its last rank, the man must go on as a king", capture)
	const cell = 13.0
	for plane, name := range planeNames {
		x, y := 14+118*float64(plane), 304.0
		d.text(x, y-8, "", "%d %s", plane, name)
		fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%g" class="light"/>`+"\n", x, y, 8*cell, 8*cell)
		for square := board.Square(0); square < board.NoSquare; square++ {
			cx, cy := x+cell*float64(square.File()), y+cell*float64(7-square.Rank())
			fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%g" class="cell"/>`, cx, cy, cell, cell)
			if v := r.row(int(square))[plane]; v > 0 {
				fmt.Fprintf(d, `<rect x="%g" y="%g" width="%g" height="%g" class="set" fill-opacity="%g"/>`, cx, cy,
					cell, cell, v)
			}
		}
		fmt.Fprintln(d)
	}
	d.text(14, 430, "", "Black is to move, so the board is turned: h8 is at the lower left, and Black moves up. Full red is 1, pale red ½ (the position has stood once before).")
	d.text(14, 446, "", "The piece in flight is among its own kings where it stands now; the man it has jumped still stands.")
}
