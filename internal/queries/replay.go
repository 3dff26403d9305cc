package queries

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"crownhead/board/sensing"
	"crownhead/internal/cli"
	"crownhead/robot/journal"
)

// Replay runs sensor logs or journals again. The answer is "no" when one turns out otherwise than it says. With record
// each press is one move, of whichever side is to move. Logs may be of any length.
func Replay(logs []string, record bool, out *cli.Output) error {
	reports := make([]replayReport, 0, len(logs))
	defer func() {
		for i := range reports {
			reports[i].verdicts.remove()
		}
	}()
	diverged := false
	for _, name := range logs {
		reports = append(reports, replayReport{name: name})
		report := &reports[len(reports)-1]
		if err := report.replayFile(journal.Options{EveryPressIsAPly: record}); err != nil {
			return cli.BadInput("replay "+name, err,
				"a log is JSON lines; the first names the log, its fen, visitor and variant")
		}
		diverged = diverged || report.Diverged != nil
	}
	if err := printReports(reports, out); err != nil {
		return err
	}
	if diverged {
		return cli.ErrNegative
	}
	return nil
}

// A replayReport is what came of the replay of one file.
type replayReport struct {
	journal.Report
	name     string
	verdicts verdictSpool
}

func (r *replayReport) replayFile(opt journal.Options) error {
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	opt.Verdict = func(v sensing.Verdict) { r.verdicts.add(v) }
	if r.Report, err = journal.Replay(f, opt); err != nil {
		return err
	}
	r.PDN = journal.WithDate(r.name, r.PDN)
	return r.verdicts.finish()
}

// printReports prints one report for one log, a list for several. Nothing is printed before all logs have been
// replayed, so that what is printed is always whole.
func printReports(reports []replayReport, out *cli.Output) error {
	w := bufio.NewWriter(out.Stdout)
	for i := range reports {
		r := &reports[i]
		if !out.JSON {
			r.writeText(w)
			continue
		}
		if len(reports) > 1 {
			fmt.Fprint(w, map[bool]string{true: "[", false: ","}[i == 0])
		}
		if err := r.writeJSON(w); err != nil {
			return err
		}
	}
	if out.JSON && len(reports) > 1 {
		fmt.Fprint(w, "]")
	}
	if out.JSON {
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// writeJSON writes the report with its verdicts, which are not held in memory.
func (r *replayReport) writeJSON(w *bufio.Writer) error {
	fmt.Fprint(w, "{")
	for _, field := range []struct {
		name  string
		value any
	}{{"moves", r.Moves}, {"pdn", r.PDN}, {"result", r.Result}, {"diverged", r.Diverged}} {
		value, err := json.Marshal(field.value)
		if err != nil {
			return fmt.Errorf("queries: writing a report: %w", err)
		}
		fmt.Fprintf(w, "%q:%s,", field.name, value)
	}
	fmt.Fprint(w, `"verdicts":[`)
	if err := r.verdicts.writeTo(w); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "]}")
	return err
}

func (r *replayReport) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s: %d plies, result %s\n%s\n", r.name, len(r.Moves), r.Result, strings.TrimSpace(r.PDN))
	if d := r.Diverged; d != nil {
		fmt.Fprintf(w, "line %d turned out otherwise: the log has %s, now it is %s\n", d.Line, d.Want, d.Got)
	}
}
