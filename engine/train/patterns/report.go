package patterns

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"path/filepath"

	"crownhead/board"
	"crownhead/engine/pattern"
	"crownhead/engine/train/chart"
	"crownhead/internal/atomicfile"
)

// ReportFile is the report's name in the folder of a run.
const ReportFile = "report.html"

var reportPage = template.Must(template.New("report").Parse(chart.Page("Pattern weights", `<div class="table">
<table><tr><th>generation<th>played by<th>games<th>samples<th>loss before<th>loss<th>match<th>Elo<th>95 %<th>accepted</tr>
{{range .Generations}}<tr><td>{{.Number}}<td>{{.Player}}<td>{{.Games}}<td>{{.Samples}}<td>{{printf "%.4f" .Before}}<td>{{printf "%.4f" .Loss}}<td>{{.Match.Wins}} : {{.Match.Draws}} : {{.Match.Losses}}<td>{{printf "%+.0f" .Match.Elo}}<td>{{printf "%+.0f … %+.0f" .Match.Low .Match.High}}<td>{{if .Accepted}}yes{{else}}no{{end}}</tr>
{{end}}</table>
</div>
<p>Games and samples are those of all generations so far. The loss is the cross entropy of the results of games that were
held out. Matches are against the weights that played, by nodes.</p>
{{range .Charts}}{{.}}{{end}}
<h2>What a man alone is worth on each square, beyond 100, and a king</h2>
{{range .Boards}}{{.}}{{end}}
`)))

// Report writes a page with pictures of all generations into the folder of a run.
func Report(dir string, all []Generation) error {
	if len(all) == 0 {
		return fmt.Errorf("patterns: %s: no generation is finished", dir)
	}
	last := all[len(all)-1]
	e, _, err := readWeights(dir, last.Number)
	if err != nil {
		return err
	}
	content := struct {
		Generations    []Generation
		Charts, Boards []template.HTML
	}{all, []template.HTML{drawLoss(last), drawCalibration(last), drawElo(all)}, drawPieceValues(e)}
	var b bytes.Buffer
	if err = reportPage.Execute(&b, content); err == nil {
		err = atomicfile.WriteShared(filepath.Join(dir, ReportFile), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("patterns: writing the report: %w", err)
	}
	return nil
}

// drawLoss shows the loss in the course of the last fit.
func drawLoss(g Generation) template.HTML {
	var xs, train, valid []float64
	low, high := math.Inf(1), math.Inf(-1)
	for i, e := range g.Curve {
		xs, train, valid = append(xs, float64(i+1)), append(train, e.Train), append(valid, e.Valid)
		low, high = min(low, e.Train, e.Valid), max(high, e.Train, e.Valid)
	}
	c := chart.Chart{
		Title: fmt.Sprintf("Generation %d: loss, result and score blended",
			g.Number), Across: "epoch", Up: "cross entropy",
		Left: 0, Right: float64(max(1, len(xs))), Low: low, High: high,
	}
	c.Round()
	c.Line(0, "fitted to", xs, train)
	c.Line(1, "held out", xs, valid)
	return c.SVG()
}

// drawCalibration compares the points that the evaluation expects with those that came.
func drawCalibration(g Generation) template.HTML {
	c := chart.Chart{
		Title: fmt.Sprintf("Generation %d: are its chances right?",
			g.Number), Across: "share of the points expected", Up: "share that came",
		Right: 1, High: 1, Rises: true,
	}
	var said, observed []float64
	for _, b := range g.Reliable {
		if b.Samples > 0 {
			said, observed = append(said, b.Said), append(observed, b.Observed)
		}
	}
	c.Line(1, "as it should be", []float64{0, 1}, []float64{0, 1})
	c.Line(0, "held out", said, observed)
	return c.SVG()
}

// drawElo shows the gain of each generation, with bounds, and what those that were accepted add up to.
func drawElo(all []Generation) template.HTML {
	var xs, gains, sums []float64
	sum, low, high := 0.0, 0.0, 10.0
	for _, g := range all {
		if g.Accepted {
			sum += g.Match.Elo
		}
		xs, gains, sums = append(xs, float64(g.Number)), append(gains, g.Match.Elo), append(sums, sum)
		low, high = min(low, g.Match.Low), max(high, g.Match.High, sum)
	}
	c := chart.Chart{
		Title: "Elo against the generation before", Across: "generation", Up: "Elo",
		Right: float64(len(all) + 1), Low: low, High: high, Rises: true,
	}
	c.Round()
	for _, g := range all {
		c.Bar(float64(g.Number), g.Match.Low, g.Match.High)
	}
	c.Line(0, "gained", xs, gains)
	c.Line(1, "added up", xs, sums)
	return c.SVG()
}

// drawPieceValues shows what one piece alone is worth on each square, beyond its material.
func drawPieceValues(e *pattern.Evaluation) []template.HTML {
	views := []struct {
		title    string
		king     bool
		opening  bool
		greatest float64
	}{
		{"a man in the opening", false, true, 60},
		{"a man in the ending", false, false, 60},
		{"a king in the opening", true, true, 150},
		{"a king in the ending", true, false, 150},
	}
	var all []template.HTML
	for _, v := range views {
		var values [32]float64
		for s := range board.NoSquare {
			values[s] = e.PieceValue(s, v.king, v.opening)
		}
		all = append(all, chart.Values(v.title, values, v.greatest))
	}
	return all
}
