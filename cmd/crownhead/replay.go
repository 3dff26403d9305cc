package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"crownhead/robot/journal"
)

func replayCommand() command {
	return command{
		name:    "replay",
		usage:   "LOG... [--record] [--json]",
		summary: "runs sensor logs or journals again; exit 1 when one turns out otherwise than it says",
		run:     runReplay,
	}
}

func runReplay(c *call) error {
	record := c.flags.Bool("record", false, "each press is one move, of whichever side is to move; due draws do not stop the game")
	c.withJSON()
	if err := c.parse(1, -1); err != nil {
		return err
	}
	reports := make([]journal.Report, 0, len(c.args))
	diverged := false
	for _, name := range c.args {
		report, err := replayFile(name, journal.Options{Record: *record})
		if err != nil {
			return badInput("replay "+name, err, "a log is JSON lines; the first names the log, its fen, visitor and variant")
		}
		reports = append(reports, report)
		diverged = diverged || report.Diverged != nil
	}
	if err := c.print(reportsJSON(reports), func(w io.Writer) { writeReports(w, c.args, reports) }); err != nil {
		return err
	}
	if diverged {
		return errNo
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
