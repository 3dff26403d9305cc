package turn

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/phases.svg anew")

// docs/phases.svg is drawn from the machine's table; -update draws it anew.
func TestPhasesDocs(t *testing.T) {
	const path = "../../docs/phases.svg"
	got := drawPhases()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is not as the table has it: %v; go test ./robot/turn -run Docs -update draws it anew", path, err)
	}
}

// A spot is the middle of a box of the picture.
type spot struct{ x, y float64 }

// junction is where the game is taken up wherever the board shows that it stands.
const junction Phase = "the board shows where"

// spots are where the phases stand, with a word on each.
var spots = map[Phase]struct {
	spot
	words string
}{
	Boot:     {spot{190, 130}, "no link, or homing"},
	junction: {spot{450, 130}, ""},
	Setup:    {spot{800, 85}, "the board is put right"},
	Paused:   {spot{1090, 220}, "by the operator"},
	Stopped:  {spot{120, 310}, "emergency stop"},
	Visitor:  {spot{440, 420}, "moves, and presses"},
	Thinking: {spot{810, 345}, "the engine's turn"},
	Moving:   {spot{1130, 420}, "the arm carries"},
	Service:  {spot{120, 500}, "the operator's arm"},
	Over:     {spot{250, 640}, "the game has ended"},
	Help:     {spot{800, 620}, "a person carries"},
	Hold:     {spot{1120, 620}, "the board is disturbed"},
}

// turn is the circle that the game goes round when nothing comes between.
var circle = [][2]Phase{{Visitor, Thinking}, {Thinking, Moving}, {Moving, Visitor}}

// An arrow leads from one phase to another by events. One without from stands for many.
type arrow struct {
	from, to Phase
	by       []EventKind
	others   []Phase // from which it leads, when it has no from
}

// arrows are the changes of phases in the table. Where many phases lead to the same one, one arrow
// stands for them.
func arrows() []arrow {
	const many = 4
	var list []arrow
	for _, to := range phases {
		all, rest := arrow{to: to}, []arrow{}
		for _, from := range phases {
			a := arrow{from: from, to: to}
			for _, kind := range eventKinds {
				if slices.Contains(answers[from][kind].to, to) {
					a.by = append(a.by, kind)
				}
			}
			switch {
			case len(a.by) == 0:
			case slices.Contains(circle, [2]Phase{from, to}):
				list = append(list, a)
			default:
				rest = append(rest, a)
				all.by, all.others = append(all.by, a.by...), append(all.others, from)
			}
		}
		if len(rest) < many {
			list = append(list, rest...)
			continue
		}
		order := func(a, b EventKind) int { return slices.Index(eventKinds, a) - slices.Index(eventKinds, b) }
		slices.SortFunc(all.by, order)
		all.by = slices.Compact(all.by)
		list = append(list, all)
	}
	for _, from := range phases {
		a := arrow{from: from, to: junction}
		for _, kind := range eventKinds {
			if answers[from][kind].resumes {
				a.by = append(a.by, kind)
			}
		}
		if len(a.by) > 0 {
			list = append(list, a)
		}
	}
	for _, to := range resumable {
		list = append(list, arrow{from: junction, to: to})
	}
	return list
}

const (
	boxWidth, boxHeight = 150.0, 52.0
	bend                = 28.0 // of an arrow, so that the one back is beside it
)

// drawPhases draws the machine.
func drawPhases() []byte {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1230 690">
<title>The phases of the turn, and by which events they change</title>
<style>text{font:12px system-ui,sans-serif;fill:#241a14;text-anchor:middle}
.name{font-weight:650;font-size:15px}
.label{font-size:11px;fill:#7a3b1e;paint-order:stroke;stroke:#fff;stroke-width:4px}
rect,.junction{fill:#f0dfc0;stroke:#4a3022;stroke-width:1.5}
path{fill:none;stroke:#8b5a3a;stroke-width:1.3;marker-end:url(#tip)}
.all{stroke-dasharray:5 3}.circle{stroke-width:3}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11"
orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#8b5a3a;stroke:none;marker-end:none"/></marker></defs>
<rect width="1230" height="690" style="fill:#fff;stroke:none"/>
`)
	var labels bytes.Buffer
	for _, a := range arrows() {
		drawArrow(&b, &labels, a)
	}
	for _, phase := range append(slices.Clone(phases), junction) {
		at := spots[phase]
		if phase == junction {
			fmt.Fprintf(&b, `<path class="junction" style="marker-end:none" d="M%g %gl100 -34l100 34l-100 34z"/>`+
				`<text x="%g" y="%g">%s</text><text x="%g" y="%g">the game stands</text>`+"\n",
				at.x-100, at.y, at.x, at.y-2, junction, at.x, at.y+13)
			continue
		}
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="8"/>`+
			`<text class="name" x="%g" y="%g">%s</text><text x="%g" y="%g">%s</text>`+"\n",
			at.x-boxWidth/2, at.y-boxHeight/2, boxWidth, boxHeight,
			at.x, at.y-4, phase, at.x, at.y+14, html.EscapeString(at.words))
	}
	b.Write(labels.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// drawArrow draws an arrow as a bow from edge to edge, with its events at its middle.
func drawArrow(b, labels *bytes.Buffer, a arrow) {
	text := listOf(a.by)
	to := spots[a.to].spot
	if a.from == "" {
		whence := "from every other phase"
		if len(a.others) < len(phases)-1 {
			whence = "from " + listOf(a.others)
		}
		top := to.y - boxHeight/2
		fmt.Fprintf(b, `<path class="all" d="M%g %gV%g"/>`+"\n", to.x, top-26, top)
		fmt.Fprintf(labels, `<text class="label" x="%g" y="%g">%s</text><text class="label" x="%g" y="%g">by %s</text>`+"\n",
			to.x, top-44, whence, to.x, top-30, text)
		return
	}
	from := spots[a.from].spot
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	sideX, sideY := dy/length, -dx/length
	start := edge(a.from, dx+sideX*2*bend, dy+sideY*2*bend)
	end := edge(a.to, -dx+sideX*2*bend, -dy+sideY*2*bend)
	mid := spot{(start.x+end.x)/2 + sideX*bend, (start.y+end.y)/2 + sideY*bend}
	class := ""
	if slices.Contains(circle, [2]Phase{a.from, a.to}) {
		class = ` class="circle"`
	}
	fmt.Fprintf(b, `<path%s d="M%.0f %.0fQ%.0f %.0f %.0f %.0f"/>`+"\n",
		class, start.x, start.y, mid.x, mid.y, end.x, end.y)
	if text != "" {
		fmt.Fprintf(labels, `<text class="label" x="%.0f" y="%.0f">%s</text>`+"\n",
			(start.x+2*mid.x+end.x)/4, (start.y+2*mid.y+end.y)/4+4, text)
	}
}

// edge is where a line from the middle of a box, or of the junction, leaves it in some direction.
func edge(of Phase, dx, dy float64) spot {
	at := spots[of].spot
	dx, dy = dx/boxWidth*2, dy/boxHeight*2
	scale := 1 / max(math.Abs(dx), math.Abs(dy))
	if of == junction {
		scale = 1.32 / (math.Abs(dx) + math.Abs(dy))
	}
	return spot{at.x + dx*scale*boxWidth/2, at.y + dy*scale*boxHeight/2}
}

// listOf lists names.
func listOf[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}
