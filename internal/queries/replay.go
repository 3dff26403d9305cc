package queries

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"crownhead/internal/cli"
	"crownhead/robot/journal"
)

// Replay runs sensor logs or journals again. The answer is "no" when one turns out otherwise than it says. With record
// each press is one move, of whichever side is to move.
func Replay(logs []string, record bool, out *cli.Output) error {
	reports := make([]journal.Report, 0, len(logs))
	diverged := false
	for _, name := range logs {
		report, err := replayFile(name, journal.Options{EveryPressIsAPly: record})
		if err != nil {
			return cli.BadInput("replay "+name, err,
				"a log is JSON lines; the first names the log, its fen, visitor and variant")
		}
		reports = append(reports, report)
		diverged = diverged || report.Diverged != nil
	}
	if err := out.Print(reportsJSON(reports), func(w io.Writer) { writeReports(w, logs, reports) }); err != nil {
		return err
	}
	if diverged {
		return cli.ErrNegative
	}
	return nil
}

func replayFile(name string, opt journal.Options) (journal.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return journal.Report{}, err
	}
	defer f.Close()
	report, err := journal.Replay(f, opt)
	report.PDN = journal.WithDate(name, report.PDN)
	return report, err
}

// reportsJSON is one report for one log, a list for several.
type reportsJSON []journal.Report

// MarshalJSON implements json.Marshaler.
func (r reportsJSON) MarshalJSON() ([]byte, error) {
	if len(r) == 1 {
		return json.Marshal(r[0])
	}
	return json.Marshal([]journal.Report(r))
}

func writeReports(w io.Writer, names []string, reports []journal.Report) {
	for i, r := range reports {
		fmt.Fprintf(w, "%s: %d plies, result %s\n%s\n", names[i], len(r.Moves), r.Result, strings.TrimSpace(r.PDN))
		if d := r.Diverged; d != nil {
			fmt.Fprintf(w, "line %d turned out otherwise: the log has %s, now it is %s\n", d.Line, d.Want, d.Got)
		}
	}
}
