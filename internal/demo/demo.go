package demo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	Games        int
	Skip         int // games of the seed that are left out, so that one that went wrong is played alone
	Visitor      string
	Level        string // instead of the configuration's
	FEN          string // the position to begin with; the start position if empty
	Plies        int    // the end of each game; 0: play to the end
	Config       string // file
	Data         string // folder of the games' journals; none if empty
	Firmware     string // ELF file; "" for the virtual controller
	Seed         uint64
	Faults       string
	RobotVariant uint64 // number of a virtual robot that is put up by eye, or 0
	Fast         bool
}

// A Demo plays games by its options.
type Demo struct {
	Options
	components *app.Components
	start      board.Position
	faults     twin.FaultConfig
	program    string // of the virtual robot's process; "" for this one
}

// New prepares games by options, whose configuration is assembled already.
func New(o Options, components *app.Components) (*Demo, error) {
	d := &Demo{Options: o, components: components}
	if o.Level != "" {
		if err := components.ChooseLevel(o.Level); err != nil {
			return nil, err
		}
	}
	if o.Games < 1 || o.Plies < 0 || o.Skip < 0 {
		return nil, cli.BadInput("demo", errors.New("--games must be at least 1, --plies and --skip at least 0"),
			"--games 1 --plies 0 is one whole game")
	}
	if err := visitor.Parse(o.Visitor, components.Levels); err != nil {
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
		board, err := twinprocess.StartSimulatedMCU(o.Firmware) // an error is told once, and not by each game
		if err != nil {
			return nil, err
		}
		components.Config.Calibrated = true // the firmware does not say that its robot is virtual
		if err := board.Close(); err != nil {
			return nil, err
		}
	}
	if d.Data, err = app.ResolveFolder("--data", o.Data); err != nil {
		return nil, err
	}
	if d.Data != "" {
		if err := os.MkdirAll(d.Data, 0o755); err != nil {
			return nil, cli.BadInput("--data", err, journalsHint)
		}
	}
	return d, nil
}

const journalsHint = "--data DIR is the folder in which the games' journals are kept"

// gameSetup returns what makes game n different from the others.
func (d *Demo) gameSetup(n int) app.GameSetup {
	g := app.GameSetup{
		Start: d.start, Visitor: board.White, Seed: app.GameSeed(d.Seed, n), RobotVariant: d.RobotVariant,
	}
	if n%2 == 1 {
		g.Visitor = board.Black
	}
	return g
}

// isDone reports whether a game has come to the end that was asked for.
func (d *Demo) isDone(s robot.Snapshot) bool {
	return s.Phase == turn.Over || d.Plies > 0 && len(s.Moves) >= d.Plies && s.Phase == turn.VisitorTurn
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
