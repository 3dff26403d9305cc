package turn

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"math"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/phases.svg anew")

// docs/phases.svg is drawn from the machine's tables; -update draws it anew.
func TestPhasesDocs(t *testing.T) {
	const path = "../../docs/phases.svg"
	got := drawPhases(t)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is not as the tables have it: %v; go test ./robot/turn -run Docs -update draws it anew", path, err)
	}
}

// A spot is the middle of a box or of a label.
type spot struct{ x, y float64 }

// boxes are where the phases of the picture stand, with a few words on each.
var boxes = []struct {
	phase Phase
	at    spot
	words string
}{
	{NotReady, spot{150, 70}, "no link, or homing"},
	{Setup, spot{470, 70}, "a person sets the board up"},
	{VisitorTurn, spot{470, 270}, "moves, and presses"},
	{Thinking, spot{800, 270}, "the robot's turn"},
	{Moving, spot{1110, 270}, "the arm carries checkers"},
	{Over, spot{150, 430}, "the game has ended"},
	{Help, spot{760, 430}, "a person helps"},
	{Hold, spot{1110, 430}, "the arm waits"},
	{Stopped, spot{170, 550}, "emergency stop"},
	{Service, spot{620, 550}, "the operator moves the arm"},
	{Paused, spot{1070, 550}, "by the operator"},
}

// edges are the arrows of the picture. Their labels come from the tables. An arrow may be bent to
// its left, and its label moved.
var edges = []struct {
	from, to   Phase
	start, end spot
	bend       float64
	label      spot
	circle     bool
}{
	{from: NotReady, to: Setup, start: spot{240, 62}, end: spot{380, 62}, label: spot{310, 50}},
	{from: NotReady, to: VisitorTurn, start: spot{200, 96}, end: spot{385, 255}, label: spot{255, 190}},
	{from: Setup, to: VisitorTurn, start: spot{470, 96}, end: spot{470, 244}, label: spot{555, 140}},
	{from: VisitorTurn, to: Thinking, start: spot{560, 270}, end: spot{710, 270}, label: spot{635, 258}, circle: true},
	{from: Thinking, to: Moving, start: spot{890, 270}, end: spot{1020, 270}, label: spot{955, 258}, circle: true},
	{
		from: Moving, to: VisitorTurn, start: spot{1090, 244}, end: spot{540, 244}, bend: 150,
		label: spot{815, 155}, circle: true,
	},
	{from: VisitorTurn, to: Over, start: spot{420, 296}, end: spot{235, 410}, label: spot{250, 310}},
	{from: Moving, to: Help, start: spot{1045, 296}, end: spot{810, 404}, label: spot{895, 345}},
	{from: Help, to: Moving, start: spot{850, 420}, end: spot{1080, 296}, label: spot{1045, 365}},
	{from: Moving, to: Hold, start: spot{1125, 296}, end: spot{1125, 404}, label: spot{1142, 345}},
	{from: Hold, to: Moving, start: spot{1160, 404}, end: spot{1160, 296}, label: spot{1190, 345}},
	{from: Help, to: VisitorTurn, start: spot{700, 404}, end: spot{530, 296}, label: spot{570, 375}},
	{from: Over, to: nextGame, start: spot{140, 404}, end: spot{140, 96}, label: spot{80, 230}},
}

const (
	boxWidth, boxHeight = 180.0, 52.0
	pictureHeight       = 620.0
	pictureWidth        = 1260.0
	lineHeight          = 12.0
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g">
<title>The phases of the turn, and by which events they change</title>
<style>text{font:12px system-ui,sans-serif;fill:#241a14;text-anchor:middle}
.name{font-weight:650;font-size:15px}
.label{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px}
.cell{font-size:10px;text-anchor:start}
.note{text-anchor:start}
.command{fill:#1c5a8a}.deadline{fill:#8a4a1c;font-style:italic}
rect{fill:#f0dfc0;stroke:#4a3022;stroke-width:1.5}
.head{fill:#f0dfc0;stroke:none}.none{fill:#f7f3ec;stroke:none}
path{fill:none;stroke:#8b5a3a;stroke-width:1.3;marker-end:url(#tip)}
.rule{stroke:#d8cbb8;stroke-width:1;marker-end:none}
.circle{stroke-width:3}.next{stroke-dasharray:5 3}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11"
orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#8b5a3a;stroke:none;marker-end:none"/></marker></defs>
<rect width="%g" height="%g" style="fill:#fff;stroke:none"/>
`

// drawPhases draws the turn and, below it, the table of all changes of phases.
func drawPhases(t *testing.T) []byte {
	var body bytes.Buffer
	drawTurn(t, &body)
	height := drawMatrix(&body, pictureHeight)
	var all bytes.Buffer
	fmt.Fprintf(&all, svgHead, pictureWidth, height, pictureWidth, height)
	all.Write(body.Bytes())
	all.WriteString("</svg>\n")
	return all.Bytes()
}

// drawTurn draws the way that the game goes, and what may interrupt it.
func drawTurn(t *testing.T, b *bytes.Buffer) {
	b.WriteString(`<circle cx="22" cy="70" r="7" fill="#241a14"/><path d="M29 70H60"/>` + "\n")
	for _, e := range edges {
		events := eventsBetween(e.from, e.to)
		if len(events) == 0 {
			t.Errorf("no event leads from %s to %s", e.from, e.to)
		}
		class := ""
		switch {
		case e.circle:
			class = ` class="circle"`
		case e.to == nextGame:
			class = ` class="next"`
		}
		dx, dy := e.end.x-e.start.x, e.end.y-e.start.y
		length := math.Hypot(dx, dy)
		fmt.Fprintf(b, `<path%s d="M%g %gQ%.0f %.0f %g %g"/>`+"\n", class, e.start.x, e.start.y,
			(e.start.x+e.end.x)/2-dy/length*e.bend, (e.start.y+e.end.y)/2+dx/length*e.bend, e.end.x, e.end.y)
		if e.to == nextGame {
			fmt.Fprintf(b, `<text class="label" x="%g" y="%g">a new game:</text>`, e.label.x, e.label.y-lineHeight)
		}
		drawEvents(b, "label", e.label, labelWidth, events)
	}
	for _, box := range boxes {
		fmt.Fprintf(b, `<rect x="%g" y="%g" width="%g" height="%g" rx="8"/>`+
			`<text class="name" x="%g" y="%g">%s</text><text x="%g" y="%g">%s</text>`+"\n",
			box.at.x-boxWidth/2, box.at.y-boxHeight/2, boxWidth, boxHeight,
			box.at.x, box.at.y-4, box.phase, box.at.x, box.at.y+14, html.EscapeString(box.words))
	}
	fmt.Fprintf(b, `<text class="note" x="30" y="505">These three interrupt the game. `+
		`Afterwards it goes on where the board shows that it stands.</text>`+"\n")
	fmt.Fprintf(b, `<text class="note" x="30" y="%g">All changes, from the phase at the left to the one above, by `+
		`<tspan>an event</tspan>, <tspan class="command">a command</tspan> or `+
		`<tspan class="deadline">a deadline that is over</tspan>:</text>`+"\n", pictureHeight-14)
}

// drawMatrix draws the table of all changes, and returns where it ends.
func drawMatrix(b *bytes.Buffer, top float64) float64 {
	const left, first, head = 20.0, 70.0, 24.0
	columns := append(slices.Clone(phases), nextGame)
	width := (pictureWidth - 2*left - first) / float64(len(columns))
	x := func(column int) float64 { return left + first + float64(column)*width }
	fmt.Fprintf(b, `<rect class="head" x="%g" y="%g" width="%g" height="%g"/>`+"\n", left, top, pictureWidth-2*left, head)
	for i, to := range columns {
		fmt.Fprintf(b, `<text class="name" x="%.1f" y="%g">%s</text>`+"\n", x(i)+width/2, top+17, to)
	}
	y := top + head
	for _, from := range phases {
		lines := 2
		for _, to := range columns {
			lines = max(lines, len(wrapEvents(eventsBetween(from, to), cellWidth)))
		}
		height := float64(lines)*lineHeight + 8
		fmt.Fprintf(b, `<text class="note" style="font-weight:650" x="%g" y="%g">%s</text>`+"\n", left+4, y+15, from)
		for i, to := range columns {
			if from == to {
				fmt.Fprintf(b, `<rect class="none" x="%.1f" y="%g" width="%.1f" height="%g"/>`+"\n", x(i), y, width, height)
				continue
			}
			drawEvents(b, "cell", spot{x(i) + 4, y + 14}, cellWidth, eventsBetween(from, to))
		}
		y += height
		fmt.Fprintf(b, `<path class="rule" d="M%g %gH%g"/>`+"\n", left, y, pictureWidth-left)
	}
	for i := range columns {
		fmt.Fprintf(b, `<path class="rule" d="M%.1f %gV%g"/>`+"\n", x(i), top, y)
	}
	return y + 16
}

// How many letters wide a label of the picture and a cell of the table are.
const (
	labelWidth = 20
	cellWidth  = 17
)

// eventsBetween are the events by which one phase becomes another.
func eventsBetween(from, to Phase) []Event {
	var list []Event
	for _, e := range namedEvents() {
		if from != to && slices.Contains(targets(from, e), to) {
			list = append(list, e)
		}
	}
	return list
}

// wrapEvents breaks a list of events into lines.
func wrapEvents(events []Event, letters int) [][]Event {
	var lines [][]Event
	used := letters
	for _, e := range events {
		length := len(eventName(e)) + 2
		if used+length > letters+2 {
			lines, used = append(lines, nil), 0
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		used += length
	}
	return lines
}

// drawEvents draws a list of events in lines.
func drawEvents(b *bytes.Buffer, class string, at spot, letters int, events []Event) {
	lines := wrapEvents(events, letters)
	for n, line := range lines {
		fmt.Fprintf(b, `<text class="%s" x="%.1f" y="%g">`, class, at.x, at.y+float64(n)*lineHeight)
		for i, e := range line {
			if i > 0 {
				b.WriteString(", ")
			}
			switch e.Kind {
			case EventCommand:
				fmt.Fprintf(b, `<tspan class="command">%s</tspan>`, e.Command)
			case EventDeadline:
				fmt.Fprintf(b, `<tspan class="deadline">%s</tspan>`, e.Deadline)
			default:
				b.WriteString(string(e.Kind))
			}
		}
		if n < len(lines)-1 {
			b.WriteString(",")
		}
		b.WriteString("</text>\n")
	}
}
