package chart

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the charts of docs anew")

// What was measured for the docs, and how it is drawn.
type measured struct {
	File, Title, Across, Up string
	Left, Right, Low, High  float64
	Rises                   bool
	Names                   []string
	Series                  []struct {
		Name   string
		X, Y   []float64
		Bounds [][2]float64
	}
}

// The charts in the docs show the figures of docs/measured.json.
func TestDocsCharts(t *testing.T) {
	data, err := os.ReadFile("../../../docs/measured.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []measured
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		path, drawn := "../../../docs/"+m.File, m.draw(t)
		if *update {
			if err := os.WriteFile(path, []byte(drawn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != drawn {
			t.Errorf("%s isn't what docs/measured.json says (%v); draw it with: go test ./engine/train/chart -run Docs -update", path, err)
		}
	}
}

// draw makes a picture that stands for itself.
func (m measured) draw(t *testing.T) string {
	c := Chart{
		Title: m.Title, Across: m.Across, Up: m.Up, Left: m.Left, Right: m.Right, Low: m.Low, High: m.High,
		Rises: m.Rises, TickNames: m.Names,
	}
	for k, s := range m.Series {
		if len(s.X) != len(s.Y) || len(s.Bounds) != 0 && len(s.Bounds) != len(s.X) {
			t.Fatalf("%s: series %q has %d, %d and %d values", m.File, s.Name, len(s.X), len(s.Y), len(s.Bounds))
		}
		for i, b := range s.Bounds {
			c.Bar(s.X[i], b[0], b[1])
		}
		c.Line(k, s.Name, s.X, s.Y)
	}
	const page = ` xmlns="http://www.w3.org/2000/svg"><style>text{font:11px sans-serif}.title{font-weight:bold;font-size:13px}</style><rect width="100%" height="100%" fill="#fff"/>`
	return strings.Replace(string(c.SVG()), ">", page, 1) + "\n"
}
