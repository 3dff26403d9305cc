package daemon

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"text/template"

	"crownhead/config"
	"crownhead/web/operator"
)

// A calibration that is written counts for the operator's drawing at once, one that can't be written doesn't.
func TestDrawingAfterCalibration(t *testing.T) {
	cfg := config.Default()
	file := filepath.Join(t.TempDir(), "robot.yaml")
	if err := os.WriteFile(file, []byte("calibrated: false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := &daemonProcess{Options: Options{Config: file}, cfg: cfg}
	d.showLayout(cfg.Arm)
	cfg.Arm.Board.CentreX = 223.5
	if err := d.saveCalibration(cfg.Arm); err != nil || d.layout.Load().CentreX != 223.5 {
		t.Errorf("%v: the centre is drawn at %v", err, d.layout.Load().CentreX)
	}
	d.Config = filepath.Join(t.TempDir(), "none", "robot.yaml")
	cfg.Arm.Board.CentreX = 250
	if err := d.saveCalibration(cfg.Arm); err == nil || d.layout.Load().CentreX != 223.5 {
		t.Errorf("%v: the centre is drawn at %v", err, d.layout.Load().CentreX)
	}
}

var update = flag.Bool("update", false, "write the drawing of the table in docs anew")

// The drawing in docs/operator.md shows where things stand by default; after a change of the defaults
//
//	go test ./internal/daemon -run TestTableDocs -update
//
// draws it anew.
func TestTableDocs(t *testing.T) {
	var out bytes.Buffer
	if err := tableDrawing.Execute(&out, newTableDrawing(config.Default())); err != nil {
		t.Fatal(err)
	}
	const file = "../../docs/table.svg"
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(kept, out.Bytes()) {
		t.Errorf(
			"docs/table.svg is not what the configuration says (%v): go test ./internal/daemon -run TestTableDocs -update",
			err,
		)
	}
}

// A drawing is the table from above: the robot at the top, x downwards to the visitor, y to the right.
type drawing struct {
	operator.ArmLayout
	Side   float64 // of the board's playing field
	Left   float64 // its edges
	Top    float64
	Right  float64
	Bottom float64
	Dark   []operator.Spot // corners of the dark squares
}

func newTableDrawing(cfg config.Config) drawing {
	d := drawing{ArmLayout: layoutOf(cfg.Arm)}
	d.Side = 8 * d.Pitch
	d.Left, d.Right = d.CentreY-d.Side/2, d.CentreY+d.Side/2
	d.Top, d.Bottom = d.CentreX-d.Side/2, d.CentreX+d.Side/2
	for row := range 8 {
		for column := 1 - row%2; column < 8; column += 2 {
			d.Dark = append(d.Dark, operator.Spot{X: d.Top + float64(row)*d.Pitch, Y: d.Left + float64(column)*d.Pitch})
		}
	}
	return d
}

var tableDrawing = template.Must(
	template.New("").
		Parse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-215 -62 430 432" font-family="system-ui, sans-serif" font-size="9">
<title>Where robot, board and trays stand, seen from above; millimetres</title>
<rect x="-215" y="-62" width="430" height="432" fill="#fbf4e6"/>
<g fill="#8b5a3a"><rect x="{{.Left}}" y="{{.Top}}" width="{{.Side}}" height="{{.Side}}" fill="#f0dfc0" stroke="#4a3022" stroke-width="3"/>
{{range .Dark}}<rect x="{{.Y}}" y="{{.X}}" width="{{$.Pitch}}" height="{{$.Pitch}}"/>{{end}}</g>
<g fill="none" stroke="#4a3022"><circle cx="0" cy="0" r="30" fill="#d9bf97"/><path d="M0 -6V6M-6 0H6"/>
{{range .Trophies}}<circle cx="{{.Y}}" cy="{{.X}}" r="7.5"/>{{end}}
{{range .Kings}}<circle cx="{{.Y}}" cy="{{.X}}" r="7.5" stroke-dasharray="2 2"/>{{end}}
<circle cx="{{.Park.Y}}" cy="{{.Park.X}}" r="3" stroke="#8a3b12" stroke-width="1.5"/></g>
<g stroke="#8a3b12" stroke-width="1.2" fill="none"><path d="M0 34V64m-3 -6l3 6l3 -6"/><path d="M34 0H64m-6 -3l6 3l-6 3"/><path d="M0 {{.CentreX}}m-4 0h8m-4 -4v8" stroke="#fff6e2" stroke-width="1.8"/></g>
<g fill="#241a14"><text x="4" y="66">x, to the visitor</text><text x="68" y="3">y, to the robot’s left</text>
<text x="0" y="-38" text-anchor="middle" font-size="12" font-weight="600">the robot</text><text x="-36" y="-8" text-anchor="end">base axis (0, 0)</text>
<text x="0" y="{{.Bottom}}" dy="22" text-anchor="middle">board: centre ({{.CentreX}}, {{.CentreY}}), surface {{.Surface}} mm above the table,</text>
<text x="0" y="{{.Bottom}}" dy="33" text-anchor="middle">squares of {{.Pitch}} mm; White’s a1 is the corner at the visitor’s left</text>
<text x="0" y="358" text-anchor="middle" font-size="12" font-weight="600">the visitor</text>
{{with index .Trophies 0}}<text x="{{.Y}}" y="{{.X}}" dx="12" dy="-20" text-anchor="middle">captured checkers</text><text x="{{.Y}}" y="{{.X}}" dx="12" dy="-11" text-anchor="middle">tray1 ({{.X}}, {{.Y}})</text>{{end}}
{{with index .Kings 0}}<text x="{{.Y}}" y="{{.X}}" dx="-14" dy="-1" text-anchor="end">spare kings</text><text x="{{.Y}}" y="{{.X}}" dx="-14" dy="9" text-anchor="end">king1 ({{.X}}, {{.Y}})</text>{{end}}
<text x="{{.Park.Y}}" y="{{.Park.X}}" dy="-10" text-anchor="middle" fill="#8a3b12">waits at ({{.Park.X}}, {{.Park.Y}})</text></g>
</svg>
`),
)
