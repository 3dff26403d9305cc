package nets

import (
	"fmt"
	"html/template"

	"crownhead/engine/train/chart"
)

// drawCharts draws all pictures with axes.
func drawCharts(all []Generation) []template.HTML {
	last := &all[len(all)-1]
	held := func(value func(HoldoutMetrics) float64) func(CurvePoint) float64 {
		return func(p CurvePoint) float64 { return value(p.Held) }
	}
	return []template.HTML{
		drawElo(all),
		drawLoss(all, "Policy: loss", func(p CurvePoint) float64 { return p.Policy },
			held(func(e HoldoutMetrics) float64 { return e.Policy })),
		drawLoss(all, "Value: loss", func(p CurvePoint) float64 { return p.Value },
			held(func(e HoldoutMetrics) float64 { return e.Value })),
		drawCalibration(last),
		drawPace(all),
	}
}

// An autoChart has axes as long as what it shows. It is drawn once the axes are known.
type autoChart struct {
	chart.Chart
	series []series
	bars   [][3]float64
	grown  bool // the axes show something
}

type series struct {
	name   string
	xs, ys []float64
}

// growAxes makes the axes long enough for a point.
func (g *autoChart) growAxes(x, y float64) {
	if !g.grown {
		g.grown, g.Left, g.Right, g.Low, g.High = true, x, x, y, y
	}
	g.Left, g.Right, g.Low, g.High = min(g.Left, x), max(g.Right, x), min(g.Low, y), max(g.High, y)
}

// addSeries adds a line.
func (g *autoChart) addSeries(name string, xs, ys []float64) {
	g.series = append(g.series, series{name, xs, ys})
	for i := range xs {
		g.growAxes(xs[i], ys[i])
	}
}

// addBar adds a vertical line, for bounds.
func (g *autoChart) addBar(x, from, to float64) {
	g.bars = append(g.bars, [3]float64{x, from, to})
	g.growAxes(x, from)
	g.growAxes(x, to)
}

func (g *autoChart) drawSVG() template.HTML {
	g.Round()
	for _, b := range g.bars {
		g.Bar(b[0], b[1], b[2])
	}
	for i, s := range g.series {
		g.Line(i, s.name, s.xs, s.ys)
	}
	return g.SVG()
}

// drawLoss shows a loss in the course of all fits, each as long as the others.
func drawLoss(all []Generation, title string, learnt, held func(CurvePoint) float64) template.HTML {
	c := autoChart{Chart: chart.Chart{Title: title, Across: "generation", Up: "loss"}}
	var xs, ys, hxs, hys []float64
	for _, g := range all {
		for i, p := range g.Curve {
			x := float64(g.Number-1) + float64(i)/float64(max(1, len(g.Curve)-1))
			hxs, hys = append(hxs, x), append(hys, held(p))
			if i > 0 {
				xs, ys = append(xs, x), append(ys, learnt(p))
			}
		}
	}
	c.addSeries("learnt from", xs, ys)
	c.addSeries("held out", hxs, hys)
	return c.drawSVG()
}

// drawElo shows the ladder of what was accepted, and the bounds of each match.
func drawElo(all []Generation) template.HTML {
	c := autoChart{Chart: chart.Chart{
		Title: "Elo above the player without a network", Across: "generation",
		Up: "Elo", Rises: true,
	}}
	ladder, each := series{xs: []float64{0}, ys: []float64{0}}, series{}
	for _, g := range all {
		x, foot := float64(g.Number), g.Elo-g.Gate.Elo
		c.addBar(x, foot+g.Gate.Low, foot+g.Gate.High)
		each.xs, each.ys = append(each.xs, x), append(each.ys, g.Elo)
		if g.Accepted {
			ladder.xs, ladder.ys = append(ladder.xs, x), append(ladder.ys, g.Elo)
		}
	}
	c.addSeries("accepted", ladder.xs, ladder.ys)
	c.addSeries("all", each.xs, each.ys)
	return c.drawSVG()
}

// drawCalibration compares the points that a net expects with those that came.
func drawCalibration(g *Generation) template.HTML {
	c := autoChart{Chart: chart.Chart{
		Title: fmt.Sprintf("Generation %d: are its chances right?",
			g.Number), Across: "share of the points expected", Up: "share that came", Rises: true,
	}}
	var said, observed []float64
	for _, b := range g.Reliable {
		if b.Examples > 0 {
			said, observed = append(said, b.Said), append(observed, b.Observed)
		}
	}
	c.addSeries("as it should be", []float64{0, 1}, []float64{0, 1})
	c.addSeries("held out", said, observed)
	return c.drawSVG()
}

// drawPace shows how fast games were made.
func drawPace(all []Generation) template.HTML {
	c := autoChart{Chart: chart.Chart{
		Title: "Games of self-play", Across: "generation", Up: "games an hour",
		Rises: true,
	}}
	c.growAxes(0, 0)
	var xs, ys []float64
	for _, g := range all {
		xs, ys = append(xs, float64(g.Number)), append(ys, g.Pace.Games)
	}
	c.addSeries("", xs, ys)
	return c.drawSVG()
}
