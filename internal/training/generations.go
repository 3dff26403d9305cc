package training

import (
	"fmt"
	"io"
	"path/filepath"

	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/internal/cli"
)

// generationsAnswer is the JSON of a training.
type generationsAnswer struct {
	Generations []generationRow `json:"generations"`
	Running     bool            `json:"running"`
	Underway    *stageAnswer    `json:"underway,omitempty"` // the generation that isn't finished, if any
}

type stageAnswer struct {
	Number int     `json:"number"`
	Doing  string  `json:"doing"` // games, fit or gate
	Part   float64 `json:"part"`
}

type generationRow struct {
	Number   int     `json:"number"`
	Elo      float64 `json:"elo"` // above the first player, as the matches add up
	Games    int     `json:"games"`
	Accepted bool    `json:"accepted"`
	Gain     float64 `json:"gain"` // in Elo, in its match
	GainLow  float64 `json:"gain_low"`
	GainHigh float64 `json:"gain_high"`
	Loss     float64 `json:"loss"`
}

func patternRows(all []patterns.Generation) []generationRow {
	rows := []generationRow{}
	elo := 0.0
	for _, g := range all {
		r := generationRow{
			Number: g.Number, Elo: elo + g.Match.Elo, Games: g.Games, Accepted: g.Accepted,
			Gain: g.Match.Elo, GainLow: g.Match.Low, GainHigh: g.Match.High, Loss: g.Loss,
		}
		if g.Accepted {
			elo = r.Elo
		}
		rows = append(rows, r)
	}
	return rows
}

func netRows(all []nets.Generation) []generationRow {
	rows := []generationRow{}
	for _, g := range all {
		rows = append(rows, generationRow{
			Number: g.Number, Elo: g.Elo, Games: g.Games, Accepted: g.Accepted,
			Gain: g.Gate.Elo, GainLow: g.Gate.Low, GainHigh: g.Gate.High, Loss: g.Loss(),
		})
	}
	return rows
}

// printRows prints the generations; with status also whether the next one is being made, and how far it is.
func (t *training) printRows(rows []generationRow, status bool) error {
	answer := generationsAnswer{Generations: rows}
	if status {
		answer.Running = loop.Running(t.Dir)
		if now, err := nets.Underway(t.Dir, len(rows)); err == nil && now != nil {
			answer.Underway = &stageAnswer{now.Generation, now.Phase, now.Fraction}
		}
	}
	return t.out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %s", t.Dir, cli.Plural(len(rows), "generation"))
		if answer.Running {
			fmt.Fprint(w, ", the next is being made")
		}
		fmt.Fprintln(w)
		for _, g := range rows {
			fmt.Fprintf(w, "%3d  %7d games  loss %.4f  %+4.0f Elo (%+.0f to %+.0f)  %s\n",
				g.Number, g.Games, g.Loss, g.Gain, g.GainLow, g.GainHigh, describeVerdict(g.Accepted))
		}
		if u := answer.Underway; u != nil {
			fmt.Fprintf(w, "%3d  %s %.0f %%\n", u.Number, u.Doing, 100*u.Part)
		}
	})
}

func describeVerdict(accepted bool) string {
	if accepted {
		return "accepted"
	}
	return "not better"
}

// readGenerations reads the generations of either kind of training; the function that it returns makes the report.
func (t *training) readGenerations() (rows []generationRow, report func() error, err error) {
	if patterns.Begun(t.Dir) {
		all, err := patterns.Generations(t.Dir)
		return patternRows(all), func() error { return patterns.Report(t.Dir, all) }, err
	}
	all, err := nets.Generations(t.Dir)
	return netRows(all), func() error { return nets.Report(t.Dir, all) }, err
}

const dirHint = "--dir DIR is the folder of a training"

// Status prints how far a training is.
func Status(o Options, out *cli.Output) error {
	t, err := open("status", netsFolder, o, out)
	if err != nil {
		return err
	}
	rows, _, err := t.readGenerations()
	if err != nil {
		return cli.BadInput(t.what, err, hintIfWhole(err, dirHint))
	}
	return t.printRows(rows, true)
}

// Report draws the report of a training and prints its file's name.
func Report(o Options, out *cli.Output) error {
	t, err := open("report", netsFolder, o, out)
	if err != nil {
		return err
	}
	_, report, err := t.readGenerations()
	if err == nil {
		err = report()
	}
	if err != nil {
		const hint = dirHint + "; crownhead train run and crownhead train patterns make generations"
		return cli.BadInput(t.what, err, hintIfWhole(err, hint))
	}
	answer := struct {
		Report string `json:"report"`
	}{filepath.Join(t.Dir, patterns.ReportFile)}
	return out.Print(answer, func(w io.Writer) { fmt.Fprintln(w, answer.Report) })
}

// exportAnswer is the JSON of crownhead train export.
type exportAnswer struct {
	File       string  `json:"file"`
	Generation int     `json:"generation"`
	Elo        float64 `json:"elo"`
	Accepted   bool    `json:"accepted"`
	Bytes      int     `json:"bytes"`
}

// Export writes a generation's weights.
func Export(o Options, out *cli.Output) error {
	t, err := open("export", netsFolder, o, out)
	if err != nil {
		return err
	}
	if t.Out == "" {
		return cli.BadUsage("--out FILE says where to")
	}
	all, err := nets.Generations(t.Dir)
	if err != nil {
		return cli.BadInput(t.what, err, hintIfWhole(err, dirHint))
	}
	answer, err := t.writeNet(all)
	if err != nil {
		const hint = "--out FILE names a file that can be written; crownhead train status shows which generations there are"
		return cli.BadInput(t.what, err, hintIfWhole(err, hint))
	}
	return out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: generation %d, %s, %.0f Elo, %d bytes\n",
			answer.File, answer.Generation, describeVerdict(answer.Accepted), answer.Elo, answer.Bytes)
	})
}
