package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/store"
)

// trainAnswer is the JSON of train.
type trainAnswer struct {
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
		r := generationRow{Number: g.Number, Elo: elo + g.Match.Elo, Games: g.Games, Accepted: g.Accepted, Gain: g.Match.Elo, GainLow: g.Match.Low, GainHigh: g.Match.High, Loss: g.Loss}
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
		rows = append(rows, generationRow{Number: g.Number, Elo: g.Elo, Games: g.Games, Accepted: g.Accepted, Gain: g.Gate.Elo, GainLow: g.Gate.Low, GainHigh: g.Gate.High, Loss: g.Loss()})
	}
	return rows
}

func (f *trainFlags) print(c *call, rows []generationRow) error {
	answer := trainAnswer{Generations: rows}
	if c.cmd.name == "train status" {
		answer.Running = loop.Running(f.dir)
		if now, err := nets.Underway(f.dir, len(rows)); err == nil && now != nil {
			answer.Underway = &stageAnswer{now.Generation, now.Name, now.Fraction}
		}
	}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %s", f.dir, plural(len(rows), "generation"))
		if answer.Running {
			fmt.Fprint(w, ", the next is being made")
		}
		fmt.Fprintln(w)
		for _, g := range rows {
			fmt.Fprintf(w, "%3d  %7d games  loss %.4f  %+4.0f Elo (%+.0f to %+.0f)  %s\n", g.Number, g.Games, g.Loss, g.Gain, g.GainLow, g.GainHigh,
				accepted(g.Accepted))
		}
		if u := answer.Underway; u != nil {
			fmt.Fprintf(w, "%3d  %s %.0f %%\n", u.Number, u.Doing, 100*u.Part)
		}
	})
}

// accepted says whether a generation was.
func accepted(was bool) string {
	if was {
		return "accepted"
	}
	return "not better"
}

// trained reads the generations of either training; the report is made by the function returned.
func (f *trainFlags) trained() (rows []generationRow, report func() error, err error) {
	if patterns.Begun(f.dir) {
		has, err := patterns.Generations(f.dir)
		return patternRows(has), func() error { return patterns.Report(f.dir, has) }, err
	}
	all, err := nets.Generations(f.dir)
	return netRows(all), func() error { return nets.Report(f.dir, all) }, err
}

func (f *trainFlags) status(c *call) error {
	rows, _, err := f.trained()
	if err != nil {
		return badInput("train status", err, orTorn(err, "--dir DIR is the folder of a training"))
	}
	return f.print(c, rows)
}

func (f *trainFlags) report(c *call) error {
	_, report, err := f.trained()
	if err == nil {
		err = report()
	}
	if err != nil {
		return badInput("train report", err, orTorn(err, "--dir DIR is the folder of a training; crownhead train run and crownhead train patterns make generations"))
	}
	answer := struct {
		Report string `json:"report"`
	}{filepath.Join(f.dir, patterns.ReportFile)}
	return c.print(answer, func(w io.Writer) { fmt.Fprintln(w, answer.Report) })
}

// exportAnswer is the JSON of train export.
type exportAnswer struct {
	File       string  `json:"file"`
	Generation int     `json:"generation"`
	Elo        float64 `json:"elo"`
	Accepted   bool    `json:"accepted"`
	Bytes      int     `json:"bytes"`
}

// export writes a generation's weights.
func (f *trainFlags) export(c *call) error {
	if f.out == "" {
		return c.badUsage(fmt.Errorf("--out FILE says where to"))
	}
	all, err := nets.Generations(f.dir)
	if err != nil {
		return badInput("train export", err, orTorn(err, "--dir DIR is the folder of a training"))
	}
	answer, err := f.write(all)
	if err != nil {
		return badInput("train export", err, orTorn(err, "--out FILE names a file that can be written; crownhead train status shows which generations there are"))
	}
	return c.print(answer, func(w io.Writer) {
		fmt.Fprintf(w, "%s: generation %d, %s, %.0f Elo, %d bytes\n", answer.File, answer.Generation, accepted(answer.Accepted), answer.Elo, answer.Bytes)
	})
}

// orTorn is the hint for a file of a training that is damaged, or another one.
func orTorn(err error, hint string) string {
	if errors.Is(err, store.ErrDamaged) {
		return tornHint
	}
	return hint
}

// write writes the weights of the generation that is wanted to the file that is named.
func (f *trainFlags) write(all []nets.Generation) (exportAnswer, error) {
	precision := net.Half
	if f.single {
		precision = net.Single
	}
	data, g, err := nets.Export(f.dir, all, f.generation, precision)
	if err == nil {
		err = writeFile(f.out, data)
	}
	if err != nil {
		return exportAnswer{}, err
	}
	return exportAnswer{f.out, g.Number, g.Elo, g.Accepted, len(data)}, nil
}
