package chart

import (
	"math"
	"strings"
	"testing"

	"crownhead/board"
)

// Points come where their axes say, names are text, and an axis without length is no fault.
func TestChart(t *testing.T) {
	c := Chart{Title: "a < b", Across: "x", Up: "y", Left: 0, Right: 2, Low: -1, High: 1}
	c.Line(0, "a & b", []float64{0, 1, 2}, []float64{-1, 0, 1})
	c.Bar(1, -1, 1)
	svg := string(c.SVG())
	for _, want := range []string{
		"48.0,252.0 210.0,150.0 372.0,48.0", "a &lt; b", "a &amp; b", `x1="210.0" x2="210.0" y1="252.0" y2="48.0"`,
		`text-anchor="end">-0.5<`, `text-anchor="end">1<`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	flat := Chart{}
	flat.Line(0, "", []float64{0}, []float64{0})
	if svg := string(flat.SVG()); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Error(svg)
	}
}

// Numbers at an axis are as short as they can be.
func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.25: "0.25", -0.5: "-0.5", 9.9999: "10", 2.0001: "2", 105.4: "105", 9999: "9999", 699544: "700k", -12345: "-12k"} {
		if got := formatTick(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// A report fits a phone: its width is the screen's, pictures shrink, and a wide table has a box of its own.
func TestPage(t *testing.T) {
	page := Page("A report", "<p>body</p>")
	for _, want := range []string{`<title>A report</title>`, `<h1>A report</h1>`, `content="width=device-width`, "max-width: 100%", ".table { overflow-x: auto }", "<p>body</p></html>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
}

// Round ends hold what they held, have round numbers between them, and are left as they are by
// being rounded again.
func TestRound(t *testing.T) {
	for _, c := range []struct{ low, high, wantLow, wantHigh float64 }{
		{0, 355, 0, 400},
		{-12, 76, -20, 80},
		{1.284, 1.447, 1.25, 1.45},
		{0, 359_029, 0, 400_000},
		{0.2709, 0.8818, 0.2, 1},
		{0, 1, 0, 1},
		{0, 408, 0, 500},
		{0.001, 0.0012, 0.001, 0.0012},
		{3, 3, 3, 3},
	} {
		chart := Chart{Low: c.low, High: c.high}
		for range 2 {
			chart.Round()
			if math.Abs(chart.Low-c.wantLow) > 1e-9 || math.Abs(chart.High-c.wantHigh) > 1e-9 {
				t.Errorf("%v to %v became %v to %v, not %v to %v", c.low, c.high, chart.Low, chart.High, c.wantLow,
					c.wantHigh)
			}
		}
	}
	for _, odd := range []float64{math.NaN(), math.Inf(1)} {
		chart := Chart{Low: 1, High: odd}
		if chart.Round(); chart.Low != 1 {
			t.Errorf("up to %v begins at %v", odd, chart.Low)
		}
	}
	generations := Chart{Right: 7, High: 4e5}
	if svg := string(generations.SVG()); !strings.Contains(svg, `text-anchor="middle">7<`) ||
		!strings.Contains(svg, `text-anchor="middle">5<`) || !strings.Contains(svg, `>300k<`) {
		t.Error(svg)
	}
	long := Chart{Right: 40, High: 1}
	if svg := string(long.SVG()); !strings.Contains(svg, `text-anchor="middle">30<`) ||
		strings.Contains(svg, `text-anchor="middle">31<`) {
		t.Error(svg)
	}
}

// Good squares are blue, bad ones red, and beyond the greatest there is no more colour.
func TestValues(t *testing.T) {
	var values [32]float64
	values[0], values[31] = 30, -100
	svg := string(Values("worth", values, 60))
	for _, want := range []string{`x="0" y="304" width="40" height="40" fill="rgba(27,108,168,0.50)"`, `x="280" y="24" width="40" height="40" fill="rgba(200,85,61,1.00)"`, ">30<", ">-100<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
}

// Each piece is where it stands, in its colour, and kings are told from men.
func TestPosition(t *testing.T) {
	p, err := board.ParseFEN("W:Wa1,Kh8:Bb8")
	if err != nil {
		t.Fatal(err)
	}
	svg := string(Position("an ending", p))
	for _, want := range []string{
		`cx="20" cy="324" r="15" fill="#fdfbf7"`, `cx="300" cy="44" r="15" fill="#fdfbf7"`, `cx="60" cy="44" r="15" fill="#333"`,
		`cx="300" cy="44" r="8" fill="none" stroke="#555"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if n := strings.Count(svg, "<circle"); n != 4 {
		t.Errorf("%d circles", n)
	}
}
