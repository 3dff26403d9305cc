package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"crownhead/board"
	"crownhead/cmd/crownhead/internal/visitor"
	"crownhead/firmware/twin"
)

func demoCommand() command {
	return command{
		"demo",
		"[--games N] [--visitor VISITOR] [--level NAME] [--fen FEN] [--plies N] [--config F] [--data DIR] [--firmware ELF] [--seed S] [--faults SPEC] [--askew N] [--fast] [--json]",
		"plays against the virtual robot with a scripted visitor: random, level:NAME or clumsy[:BASE]; exit 1 when a game is not sound",
		runDemo,
	}
}

// demoOptions are the flags of demo.
type demoOptions struct {
	games   int
	visitor string
	config  string
	fen     string
	plies   int
	data    string
	seed    uint64
	faults  string
	askew   uint64
	elf     string
	fast    bool
}

// A demoRun is one call of demo, its flags understood.
type demoRun struct {
	demoOptions
	plant *plant
	start board.Position
	fault twin.FaultConfig
}

func runDemo(c *call) error {
	d, err := demoFlags(c)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	play := d.playLive
	if d.fast {
		play = d.playFast
	}
	reports, err := d.playAll(ctx, play)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := c.print(reports, func(w io.Writer) { d.write(w, reports) }); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return answerNo("demo", fmt.Errorf("interrupted: %d of %s begun", len(reports), plural(d.games, "game")), "what was played until then is told, and its journals are kept")
	}
	for _, r := range reports {
		if !r.sound(d.plies == 0) {
			return errNo
		}
	}
	return nil
}

func demoFlags(c *call) (*demoRun, error) {
	d := &demoRun{}
	c.withJSON()
	f := c.flags
	f.IntVar(&d.games, "games", 1, "how many games; the visitor's colour alternates, White first")
	f.StringVar(&d.visitor, "visitor", "random", "random, level:NAME or clumsy[:BASE]")
	level := f.String("level", "", "the robot's level, instead of game.level in the configuration")
	f.StringVar(&d.fen, "fen", "", "the position to begin with; the start position if empty")
	f.IntVar(&d.plies, "plies", 0, "end each game after so many plies; 0: play to the end")
	f.StringVar(&d.config, "config", "", "configuration file")
	f.StringVar(&d.data, "data", "", "folder in which the games' journals are kept; none if empty")
	f.Uint64Var(&d.seed, "seed", 1, "of everything that is left to chance")
	f.StringVar(&d.faults, "faults", "", faultsHint)
	f.StringVar(&d.elf, "firmware", "", firmwareForm)
	c.withAskew(&d.askew)
	f.BoolVar(&d.fast, "fast", false, "in one process, in memory and in virtual time: the same seed gives the same journals")
	if err := c.parse(0, 0); err != nil {
		return nil, err
	}
	cfg, err := readConfig(d.config)
	if err != nil {
		return nil, err
	}
	d.plant, err = newPlant(cfg)
	if err != nil {
		return nil, err
	}
	if *level != "" {
		if err := d.plant.playAt(*level); err != nil {
			return nil, err
		}
	}
	return d, d.understand()
}

// understand checks what the flags say before anything is played.
func (d *demoRun) understand() (err error) {
	if d.games < 1 || d.plies < 0 {
		return badInput("demo", errors.New("--games must be at least 1, --plies at least 0"), "--games 1 --plies 0 is one whole game")
	}
	if err := visitor.Parse(d.visitor, d.plant.levels); err != nil {
		return badInput("--visitor", err, visitorHint)
	}
	if d.start, err = startPosition(d.fen); err != nil {
		return err
	}
	if d.fault, err = twin.ParseFaults(d.faults); err != nil {
		return badInput("--faults", err, faultsHint)
	}
	if d.elf != "" {
		board, err := powerUp(d.elf) // rather told now than by each game
		if err != nil {
			return err
		}
		d.plant.cfg.Calibrated = true // the firmware doesn't say that its robot is virtual, and that is as the configuration has it
		if err := board.Close(); err != nil {
			return err
		}
	}
	if d.data == "" {
		return nil
	}
	if err := os.MkdirAll(d.data, 0o755); err != nil {
		return badInput("--data", err, journalsHint)
	}
	return nil
}

const journalsHint = "--data DIR is the folder in which the games' journals are kept"

// playAll plays the games, as many at once as there are processors, and returns their reports in order. When ctx ends it
// cuts short what has begun, and begins no more.
func (d *demoRun) playAll(ctx context.Context, play func(context.Context, int) (gameReport, error)) ([]gameReport, error) {
	reports := make([]gameReport, d.games)
	faults := make([]error, d.games)
	numbers := make(chan int)
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), d.games) {
		wait.Go(func() {
			for n := range numbers {
				reports[n], faults[n] = play(ctx, n)
				if errors.Is(faults[n], context.Canceled) { // before it came to a move
					reports[n], faults[n] = gameReport{Result: "*"}, nil
				}
			}
		})
	}
	begun := 0
	for begun < d.games && ctx.Err() == nil {
		select {
		case numbers <- begun:
			begun++
		case <-ctx.Done():
		}
	}
	close(numbers)
	wait.Wait()
	return reports[:begun], errors.Join(faults...)
}

// game returns the occasion of game n.
func (d *demoRun) game(n int) occasion {
	o := occasion{start: d.start, visitor: board.White, seed: mix(d.seed, n), askew: d.askew}
	if n%2 == 1 {
		o.visitor = board.Black
	}
	return o
}

func (d *demoRun) write(w io.Writer, reports []gameReport) {
	for i, r := range reports {
		fmt.Fprintf(w, "game %d, visitor %v: %s %s, %s in %.0f s; %s, %s; %s, %d tried again, %s; %s, %s, replay %s\n",
			i+1, d.game(i).visitor, r.Result, r.Reason, plural(r.Plies, "move"), r.Seconds,
			plural(r.IllegalPresses, "illegal press"), plural(r.LinkFaults, "link fault"), plural(r.Picks, "pick"), r.PickRetries, plural(r.Helps, "help"),
			plural(r.BoardMismatches, "board mismatch"), plural(r.MotionFaults, "motion fault"), map[bool]string{true: "ok", false: "diverged"}[r.ReplayOK])
		for _, line := range r.details {
			fmt.Fprintf(w, "    %s\n", strings.TrimSpace(line))
		}
	}
}
