// Package demo plays whole games against the virtual robot with a scripted visitor: in one process and virtual time
// (fast), or in real time over a pseudo-terminal (live). A witness on the virtual table counts what goes wrong.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"crownhead/internal/app"
	"crownhead/internal/cli"
)

// Run plays the games and prints their reports. The answer is "no" when a game is not as it should be.
func Run(ctx context.Context, o Options, out *cli.Output) error {
	cfg, err := app.ReadConfig(o.Config)
	if err != nil {
		return err
	}
	components, err := app.BuildComponents(cfg)
	if err != nil {
		return err
	}
	d, err := New(o, components)
	if err != nil {
		return err
	}
	play := d.PlayLive
	if d.Fast {
		play = d.PlayFast
	}
	reports, err := d.playAll(ctx, play)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := out.Print(reports, func(w io.Writer) { d.writeReports(w, reports) }); err != nil {
		return err
	}
	if ctx.Err() != nil {
		err := fmt.Errorf("interrupted: %d of %s begun", len(reports), cli.Plural(d.Games, "game"))
		return cli.NegativeAnswer("demo", err, "the games so far are reported, and their journals are kept")
	}
	for _, r := range reports {
		if !r.IsSound(d.Plies == 0) {
			return cli.ErrNegative
		}
	}
	return nil
}

// playAll plays the games, as many at once as there are processors, and returns their reports in order. When ctx ends,
// games that have begun are cut short, and no more begin.
func (d *Demo) playAll(ctx context.Context, play func(context.Context, int) (Report, error)) ([]Report, error) {
	reports := make([]Report, d.Games)
	faults := make([]error, d.Games)
	var games errgroup.Group
	games.SetLimit(min(runtime.GOMAXPROCS(0), d.Games))
	begun := 0
	for ; begun < d.Games && ctx.Err() == nil; begun++ {
		n := begun
		games.Go(func() error {
			reports[n], faults[n] = play(ctx, d.Skip+n)
			if errors.Is(faults[n], context.Canceled) { // before it came to a move
				reports[n], faults[n] = Report{Result: "*"}, nil
			}
			return nil
		})
	}
	_ = games.Wait() // one game's error ends no other: all are joined
	return reports[:begun], errors.Join(faults...)
}

func (d *Demo) writeReports(w io.Writer, reports []Report) {
	for i, r := range reports {
		n := d.Skip + i
		fmt.Fprintf(w, "game %d, visitor %v: %s %s, %s in %.0f s; %s, %s; %s, %d tried again, %s; %s, %s, replay %s\n",
			n+1, d.gameSetup(n).Visitor, r.Result, r.Reason, cli.Plural(r.Plies, "move"), r.Seconds,
			cli.Plural(r.IllegalPresses, "illegal press"), cli.Plural(r.LinkFaults, "link fault"),
			cli.Plural(r.Picks, "pick"), r.PickRetries, cli.Plural(r.Helps, "help"),
			cli.Plural(r.BoardMismatches, "board mismatch"), cli.Plural(r.MotionFaults, "motion fault"),
			map[bool]string{true: "ok", false: "diverged"}[r.ReplayOK])
		for _, line := range r.details {
			fmt.Fprintf(w, "    %s\n", strings.TrimSpace(line))
		}
	}
}
