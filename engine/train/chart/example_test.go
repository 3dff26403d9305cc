package chart_test

import (
	"fmt"
	"strings"

	"crownhead/engine/train/chart"
)

// A chart gets round numbers at its axis, and is an SVG.
func ExampleChart() {
	c := chart.Chart{Title: "Loss", Across: "epoch", Up: "cross entropy", Left: 1, Right: 3, Low: 0.62, High: 0.87}
	c.Round()
	c.Line(0, "held out", []float64{1, 2, 3}, []float64{0.87, 0.70, 0.62})
	fmt.Printf("%.1f to %.1f, %v\n", c.Low, c.High, strings.HasPrefix(string(c.SVG()), "<svg "))
	// Output: 0.6 to 0.9, true
}
