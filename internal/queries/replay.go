package queries

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"crownhead/internal/cli"
	"crownhead/robot/journal"
)

// Replay runs sensor logs or journals again. The answer is "no" when one turns out otherwise than it says. With record
// each press is one move, of whichever side is to move. Logs may be of any length.
func Replay(logs []string, record bool, out *cli.Output) error {
	reports := make([]replayReport, 0, len(logs))
	defer func() {
		for i := range reports {
			reports[i].moves.removeFile()
			reports[i].verdicts.removeFile()
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

// A replayReport is what came of the replay of one file. Its moves and verdicts are not in the Report.
type replayReport struct {
	journal.Report
	name            string
	moves, verdicts wordList
}

func (r *replayReport) replayFile(opt journal.Options) error {
	f, err := os.Open(r.name)
	if err != nil {
		return err
	}
	defer f.Close()
	opt.Verdict, opt.Move = r.verdicts.addVerdict, r.moves.addMove
	if r.Report, err = journal.Replay(f, opt); err != nil {
		return err
	}
	return errors.Join(r.moves.err, r.verdicts.err)
}

// printReports prints one report for one log, a list for several. Nothing is printed before all logs have been
// replayed, so that what is printed is always whole.
func printReports(reports []replayReport, out *cli.Output) error {
	w := bufio.NewWriter(out.Stdout)
	for i := range reports {
		r := &reports[i]
		write := r.writeText
		if out.JSON {
			write = r.writeJSON
		}
		if out.JSON && len(reports) > 1 {
			fmt.Fprint(w, map[bool]string{true: "[", false: ","}[i == 0])
		}
		if err := write(w); err != nil {
			return fmt.Errorf("queries: writing the report on %s: %w", r.name, err)
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

// writeJSON writes the report as one JSON object, and holds no list of it in memory.
func (r *replayReport) writeJSON(w io.Writer) error {
	fmt.Fprint(w, `{"moves":`)
	if err := writeJSONList(w, &r.moves); err != nil {
		return err
	}
	fmt.Fprint(w, `,"pdn":"`)
	if err := r.writePDN(jsonText{w}); err != nil {
		return err
	}
	fmt.Fprintf(w, `","result":%q,"verdicts":`, r.Result)
	if err := writeJSONList(w, &r.verdicts); err != nil {
		return err
	}
	diverged, err := json.Marshal(r.Diverged)
	if err == nil {
		_, err = fmt.Fprintf(w, `,"diverged":%s}`, diverged)
	}
	return err
}

func writeJSONList(w io.Writer, list *wordList) error {
	separator := "["
	err := list.eachWord(func(word string) bool {
		_, err := fmt.Fprintf(w, "%s%q", separator, word)
		separator = ","
		return err == nil
	})
	if list.count == 0 {
		fmt.Fprint(w, "[")
	}
	fmt.Fprint(w, "]")
	return err
}

// jsonText writes text of ASCII as it stands in a JSON string.
type jsonText struct{ w io.Writer }

// Write implements io.Writer.
func (t jsonText) Write(p []byte) (int, error) {
	text, err := json.Marshal(string(p))
	if err == nil {
		_, err = t.w.Write(text[1 : len(text)-1])
	}
	return len(p), err
}

func (r *replayReport) writeText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d plies, result %s\n", r.name, r.moves.count, r.Result)
	if err := r.writePDN(w); err != nil {
		return err
	}
	if d := r.Diverged; d != nil {
		fmt.Fprintf(w, "line %d turned out otherwise: the log has %s, now it is %s\n", d.Line, d.Want, d.Got)
	}
	return nil
}

func (r *replayReport) writePDN(w io.Writer) error {
	var failed error
	err := r.WritePDN(w, journal.DateOf(r.name), func(yield func(string) bool) { failed = r.moves.eachWord(yield) })
	return errors.Join(failed, err)
}
