package nets

import (
	"fmt"
	"html/template"

	"crownhead/engine/train/chart"
)

// charts are all pictures with axes.
func charts(all []Generation) []template.HTML {
	last := &all[len(all)-1]
	held := func(value func(Exam) float64) func(Point) float64 {
		return func(p Point) float64 { return value(p.Held) }
	}
	return []template.HTML{
		eloChart(all),
		lossChart(all, "Policy: loss", func(p Point) float64 { return p.Policy }, held(func(e Exam) float64 { return e.Policy })),
		lossChart(all, "Value: loss", func(p Point) float64 { return p.Value }, held(func(e Exam) float64 { return e.Value })),
		reliabilityChart(last),
		paceChart(all),
	}
}

// A growing chart has axes as long as what it shows.
type growing struct {
	chart.Chart
	series []series
	bars   [][3]float64
	begun  bool
}

type series struct {
	name   string
	xs, ys []float64
}

// include makes the axes long enough for a point.
func (g *growing) include(x, y float64) {
	if !g.begun {
		g.begun, g.Left, g.Right, g.Low, g.High = true, x, x, y, y
	}
	g.Left, g.Right, g.Low, g.High = min(g.Left, x), max(g.Right, x), min(g.Low, y), max(g.High, y)
}

// add adds a series. All is drawn once the axes are known.
func (g *growing) add(name string, xs, ys []float64) {
	g.series = append(g.series, series{name, xs, ys})
	for i := range xs {
		g.include(xs[i], ys[i])
	}
}

// bar adds a vertical line, for bounds.
func (g *growing) bar(x, from, to float64) {
	g.bars = append(g.bars, [3]float64{x, from, to})
	g.include(x, from)
	g.include(x, to)
}

func (g *growing) svg() template.HTML {
	g.Round()
	for _, b := range g.bars {
		g.Bar(b[0], b[1], b[2])
	}
	for i, s := range g.series {
		g.Line(i, s.name, s.xs, s.ys)
	}
	return g.SVG()
}

// lossChart shows a loss in the course of all fits, each as long as the others.
func lossChart(all []Generation, title string, learnt, held func(Point) float64) template.HTML {
	c := growing{Chart: chart.Chart{Title: title, Across: "generation", Up: "loss"}}
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
	c.add("learnt from", xs, ys)
	c.add("held out", hxs, hys)
	return c.svg()
}

// eloChart shows the ladder of what was accepted, and the bounds of each match.
func eloChart(all []Generation) template.HTML {
	c := growing{Chart: chart.Chart{Title: "Elo above the player without a network", Across: "generation", Up: "Elo", Rises: true}}
	ladder, each := series{xs: []float64{0}, ys: []float64{0}}, series{}
	for _, g := range all {
		x, foot := float64(g.Number), g.Elo-g.Gate.Elo
		c.bar(x, foot+g.Gate.Low, foot+g.Gate.High)
		each.xs, each.ys = append(each.xs, x), append(each.ys, g.Elo)
		if g.Accepted {
			ladder.xs, ladder.ys = append(ladder.xs, x), append(ladder.ys, g.Elo)
		}
	}
	c.add("accepted", ladder.xs, ladder.ys)
	c.add("all", each.xs, each.ys)
	return c.svg()
}

// reliabilityChart shows whether the points that a net expects come.
func reliabilityChart(g *Generation) template.HTML {
	c := growing{Chart: chart.Chart{
		Title: fmt.Sprintf("Generation %d: are its chances right?", g.Number), Across: "share of the points expected", Up: "share that came", Rises: true,
	}}
	var said, observed []float64
	for _, b := range g.Reliable {
		if b.Examples > 0 {
			said, observed = append(said, b.Said), append(observed, b.Observed)
		}
	}
	c.add("as it should be", []float64{0, 1}, []float64{0, 1})
	c.add("held out", said, observed)
	return c.svg()
}

// paceChart shows how fast games were made.
func paceChart(all []Generation) template.HTML {
	c := growing{Chart: chart.Chart{Title: "Games of self-play", Across: "generation", Up: "games an hour", Rises: true}}
	c.include(0, 0)
	var xs, ys []float64
	for _, g := range all {
		xs, ys = append(xs, float64(g.Number)), append(ys, g.Pace.Games)
	}
	c.add("", xs, ys)
	return c.svg()
}
