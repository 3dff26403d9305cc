// Package demo plays whole games against the virtual robot with a scripted visitor: in one process and virtual time
// (fast), or in real time over a pseudo-terminal (live). A witness on the virtual table counts what goes wrong.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"crownhead/board"
	"crownhead/firmware/twin"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/twinprocess"
	"crownhead/internal/visitor"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// Options are those of crownhead demo.
type Options struct {
	Games      int
	Visitor    string
	Level      string // instead of the configuration's
	FEN        string // the position to begin with; the start position if empty
	Plies      int    // the end of each game; 0: play to the end
	Config     string // file
	Data       string // folder of the games' journals; none if empty
	Firmware   string // ELF file; "" for the virtual controller
	Seed       uint64
	Faults     string
	Misaligned uint64 // number of a virtual robot that is put up by eye, or 0
	Fast       bool
}

// A Demo plays games by its options.
type Demo struct {
	Options
	assembly *app.Assembly
	start    board.Position
	faults   twin.FaultConfig
	program  string // of the virtual robot's process; "" for this one
}

// New prepares games by options, whose configuration is assembled already.
func New(o Options, assembly *app.Assembly) (*Demo, error) {
	d := &Demo{Options: o, assembly: assembly}
	if o.Level != "" {
		if err := assembly.ChooseLevel(o.Level); err != nil {
			return nil, err
		}
	}
	if o.Games < 1 || o.Plies < 0 {
		return nil, cli.BadInput("demo", errors.New("--games must be at least 1, --plies at least 0"), "--games 1 --plies 0 is one whole game")
	}
	if err := visitor.Parse(o.Visitor, assembly.Levels); err != nil {
		return nil, cli.BadInput("--visitor", err, twinprocess.VisitorHint)
	}
	var err error
	if d.start, err = app.StartPosition(o.FEN); err != nil {
		return nil, err
	}
	if d.faults, err = twin.ParseFaults(o.Faults); err != nil {
		return nil, cli.BadInput("--faults", err, twinprocess.FaultsHint())
	}
	if o.Firmware != "" {
		board, err := twinprocess.StartBoard(o.Firmware) // an error is told once, and not by each game
		if err != nil {
			return nil, err
		}
		assembly.Config.Calibrated = true // the firmware does not say that its robot is virtual, and that is as configured
		if err := board.Close(); err != nil {
			return nil, err
		}
	}
	if o.Data != "" {
		if err := os.MkdirAll(o.Data, 0o755); err != nil {
			return nil, cli.BadInput("--data", err, journalsHint)
		}
	}
	return d, nil
}

const journalsHint = "--data DIR is the folder in which the games' journals are kept"

// Run plays the games and prints their reports. The answer is "no" when a game is not as it should be.
func Run(ctx context.Context, o Options, out *cli.Output) error {
	cfg, err := app.ReadConfig(o.Config)
	if err != nil {
		return err
	}
	assembly, err := app.Assemble(cfg)
	if err != nil {
		return err
	}
	d, err := New(o, assembly)
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
		return cli.AnswerNo("demo", err, "the games so far are reported, and their journals are kept")
	}
	for _, r := range reports {
		if !r.IsSound(d.Plies == 0) {
			return cli.ErrNo
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
			reports[n], faults[n] = play(ctx, n)
			if errors.Is(faults[n], context.Canceled) { // before it came to a move
				reports[n], faults[n] = Report{Result: "*"}, nil
			}
			return nil
		})
	}
	_ = games.Wait() // one game's error ends no other: all are joined
	return reports[:begun], errors.Join(faults...)
}

// setup returns what makes game n different from the others.
func (d *Demo) setup(n int) app.GameSetup {
	g := app.GameSetup{Start: d.start, Visitor: board.White, Seed: app.MixSeed(d.Seed, n), Misaligned: d.Misaligned}
	if n%2 == 1 {
		g.Visitor = board.Black
	}
	return g
}

// isDone reports whether a game has come to the end that was asked for.
func (d *Demo) isDone(s robot.Snapshot) bool {
	return s.Phase == turn.Over || d.Plies > 0 && len(s.Moves) >= d.Plies && s.Phase == turn.Visitor
}

// keepJournal writes the journal of game n, if journals are wanted.
func (d *Demo) keepJournal(n int, journal []byte) error {
	if d.Data == "" {
		return nil
	}
	name := filepath.Join(d.Data, fmt.Sprintf("game-%04d.jsonl", n+1))
	if err := os.WriteFile(name, journal, 0o644); err != nil {
		return cli.BadInput("--data", err, journalsHint)
	}
	return nil
}

func (d *Demo) writeReports(w io.Writer, reports []Report) {
	for i, r := range reports {
		fmt.Fprintf(w, "game %d, visitor %v: %s %s, %s in %.0f s; %s, %s; %s, %d tried again, %s; %s, %s, replay %s\n",
			i+1, d.setup(i).Visitor, r.Result, r.Reason, cli.Plural(r.Plies, "move"), r.Seconds,
			cli.Plural(r.IllegalPresses, "illegal press"), cli.Plural(r.LinkFaults, "link fault"),
			cli.Plural(r.Picks, "pick"), r.PickRetries, cli.Plural(r.Helps, "help"),
			cli.Plural(r.BoardMismatches, "board mismatch"), cli.Plural(r.MotionFaults, "motion fault"),
			map[bool]string{true: "ok", false: "diverged"}[r.ReplayOK])
		for _, line := range r.details {
			fmt.Fprintf(w, "    %s\n", strings.TrimSpace(line))
		}
	}
}
