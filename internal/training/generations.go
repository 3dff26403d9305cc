package training

import (
	"fmt"
	"io"
	"path/filepath"

	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/internal/cli"
)

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
	t, err := openTraining("status", netsFolder, o, out)
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
	t, err := openTraining("report", netsFolder, o, out)
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

// Export writes a generation's weights.
func Export(o Options, out *cli.Output) error {
	t, err := openTraining("export", netsFolder, o, out)
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
		const hint = "--out FILE names a file that can be written; " +
			"crownhead train status shows which generations there are"
		return cli.BadInput(t.what, err, hintIfWhole(err, hint))
	}
	return out.Print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: generation %d, %s, %.0f Elo, %d bytes\n",
			answer.File, answer.Generation, describeVerdict(answer.Accepted), answer.Elo, answer.Bytes)
	})
}
