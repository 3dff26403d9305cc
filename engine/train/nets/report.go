package nets

import (
	"bytes"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"crownhead/board"
	"crownhead/engine/train/chart"
	"crownhead/internal/atomicfile"
)

// ReportFile is the report's name in the folder of a run.
const ReportFile = "report.html"

var reportPage = template.Must(template.New("report").Parse(chart.Page("The learned player", `<div class="table">
<table><tr><th>generation<th>played by<th>games<th>+ = −<th>examples<th>policy<th>choice<th>Brier<th>match<th>Elo<th>95 %<th>ladder<th>accepted</tr>
{{range .Rows}}<tr{{if not .Accepted}} class="refused"{{end}}><td>{{.Number}}<td>{{.By}}<td>{{.Own.Games}}<td>{{.Outcomes}}<td>{{.Learnt}}<td>{{printf "%.3f" .Holdout.Policy}}<td>{{printf "%.0f %%" .Choice}}<td>{{printf "%.4f" .Holdout.Brier}} ({{printf "%.4f" .Constant}})<td>{{.Gate.Wins}} : {{.Gate.Draws}} : {{.Gate.Losses}}<td>{{printf "%+.0f" .Gate.Elo}}<td>{{printf "%+.0f … %+.0f" .Gate.Low .Gate.High}}<td>{{printf "%.0f" .Elo}}<td>{{if .Accepted}}yes{{else}}no{{end}}</tr>
{{end}}</table>
</div>
<p>Won, drawn and lost are White's. Examples are those of the window. Of games that were held out: the policy's loss; how often the search's first choice is the net's; and
the Brier score of the points that it expects, beside that of always expecting the average. Matches are against the player of the games, by playouts. The ladder adds
up the gains of those accepted; the player without a network is its foot. What the value learns is the result blended with what the search said, which
is easier to hit than the results alone of what was held out.</p>
{{range .Charts}}{{.}}{{end}}
{{range .Samples}}<h2>{{.Title}}</h2>
<p>{{.Text}}</p>
{{range .Boards}}{{.}}{{end}}
{{end}}`)))

// A tableRow is a generation with what the table says of it.
type tableRow struct {
	Generation
	By, Outcomes string
	Holdout      HoldoutMetrics
	Choice       float64
}

// A drawnGame is a game with pictures.
type drawnGame struct {
	Title, Text string
	Boards      []template.HTML
}

// Report writes a page with pictures of all generations into the folder of a run.
func Report(dir string, all []Generation) error {
	if len(all) == 0 {
		return fmt.Errorf("nets: %s: no generation is finished", dir)
	}
	last := &all[len(all)-1]
	content := struct {
		Rows    []tableRow
		Charts  []template.HTML
		Samples []drawnGame
	}{tableRows(all), drawCharts(all), nil}
	for _, s := range []struct {
		title string
		game  SampleGame
	}{{"A game of self-play", last.Played}, {"A game of the match", last.Won}} {
		if len(s.game.Moves) == 0 {
			continue
		}
		picture, err := s.game.draw(fmt.Sprintf("%s, generation %d", s.title, last.Number))
		if err != nil {
			return err
		}
		content.Samples = append(content.Samples, picture)
	}
	var b bytes.Buffer
	err := reportPage.Execute(&b, content)
	if err == nil {
		err = atomicfile.WriteShared(filepath.Join(dir, ReportFile), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("nets: writing the report: %w", err)
	}
	return nil
}

// tableRows are the lines of the table.
func tableRows(all []Generation) []tableRow {
	var list []tableRow
	for i := range all {
		g := &all[i]
		r := tableRow{Generation: *g, By: RolloutPlayer, Holdout: g.holdout()}
		if best := lastAccepted(all[:i]); best != nil {
			r.By = best.name()
		}
		r.Outcomes = fmt.Sprintf("%d %d %d", g.Own.Results[2], g.Own.Results[1], g.Own.Results[0])
		r.Choice = 100 * r.Holdout.Accuracy
		list = append(list, r)
	}
	return list
}

// boardEvery is how many plies lie between two pictures of a game.
const boardEvery = 12

// draw draws a game.
func (s SampleGame) draw(title string) (drawnGame, error) {
	ps, err := s.replayPositions()
	if err != nil {
		return drawnGame{}, err
	}
	picture := drawnGame{Title: title}
	var words []string
	for i, m := range s.Moves {
		if ps[i].Turn == board.White || i == 0 {
			words = append(words, fmt.Sprintf("%d.", i/2+1))
		}
		words = append(words, m)
	}
	picture.Text = fmt.Sprintf("%s – %s, %s: %s", s.White, s.Black, s.Result, strings.Join(words, " "))
	for i := range ps {
		if i%boardEvery == 0 && i > 0 || i == len(ps)-1 {
			picture.Boards = append(picture.Boards, chart.Position(fmt.Sprintf("after %d plies", i), ps[i]))
		}
	}
	return picture, nil
}
