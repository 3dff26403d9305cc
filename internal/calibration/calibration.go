// Package calibration is crownhead calibrate: a dialogue in the terminal in which the operator shows the robot where
// board and tray are, or checks what it knows. The robot obeys the same commands as on the operator's page.
package calibration

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/rs/zerolog"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/link"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/clock"
	"crownhead/internal/filelock"
	"crownhead/robot"
	"crownhead/robot/live"
)

// Options are those of crownhead calibrate.
type Options struct {
	Config string // file that corners writes; it need not exist
	Port   string // instead of link.port in the configuration
	Data   string // data directory with the lock, instead of the configuration's
	Clock  clock.Clock
}

// Corners measures where board and tray are, and writes it into the configuration.
func Corners(ctx context.Context, o Options, out *cli.Output) error {
	return runDialogue(ctx, o, out, (*dialogue).measureCorners)
}

// Check shows place by place whether the robot knows where they are.
func Check(ctx context.Context, o Options, out *cli.Output) error {
	return runDialogue(ctx, o, out, (*dialogue).checkPlaces)
}

// runDialogue opens the robot, talks with the operator, and parks.
func runDialogue(ctx context.Context, o Options, out *cli.Output, talk func(*dialogue) error) (err error) {
	cfg, err := readConfig(o)
	if err != nil {
		return err
	}
	dir, err := app.DataDir(o.Data, cfg)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cli.BadInput("data", err, cli.DataHint)
	}
	lock, err := filelock.Take(filepath.Join(dir, "lock"))
	if err != nil {
		return cli.BadInput("calibrate", err, "a running daemon is calibrated on its operator's page; or stop it first")
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	daemon, err := newDaemon(cfg, o, out)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { daemon.Run(ctx) })
	arm := newArmClient(ctx, daemon, o.Clock)
	d := newDialogue(arm, out.Stdout, readLines(ctx, os.Stdin, arm.emergencyStop))
	d.file, d.echo = o.Config, !cli.IsTerminal(os.Stdin)
	err = talk(d)
	arm.close()
	cancel()
	wait.Wait()
	if errors.Is(err, context.Canceled) {
		err = cli.NegativeAnswer("calibrate", errUnwritten, "begin again with crownhead calibrate corners")
	}
	return err
}

func readConfig(o Options) (config.Config, error) {
	file := o.Config
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		file = "" // to be made
	}
	cfg, err := app.ReadConfig(file)
	if o.Port != "" {
		cfg.Link.Port = o.Port
	}
	return cfg, err
}

// newDaemon is the robot in the operator's hands: no game, no pages.
func newDaemon(cfg config.Config, o Options, out *cli.Output) (*live.Daemon, error) {
	components, err := app.BuildComponents(cfg)
	if err != nil {
		return nil, err
	}
	core, err := components.CoreConfig(app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: 1})
	if err != nil {
		return nil, err
	}
	core.Service = true
	core.Setup.VirtualOnly = !o.Clock.Real()
	core.SaveCalibration = func(c arm.Config) error { return config.WriteCalibration(o.Config, c) }
	r, err := robot.NewCore(core)
	if err != nil {
		return nil, cli.BadInput("calibrate", err,
			"arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	log := cli.NewLog(out.Stderr).Level(zerolog.ErrorLevel) // the dialogue says the rest
	session, err := link.NewPortManager(cfg.Link, link.SystemPorts{}, log)
	if err != nil {
		return nil, cli.BadInput("calibrate", err, cli.PortHint)
	}
	session.Clock = o.Clock
	return live.NewDaemon(live.DaemonConfig{
		Core: r, Port: session, Think: refuseToThink, Sources: live.StatusSources{Port: session.State}, Clock: o.Clock,
		Log: log,
	}), nil
}

// refuseToThink is the player of a robot without a game.
func refuseToThink(context.Context, robot.EngineRequest) (robot.EngineAnswer, error) {
	return robot.EngineAnswer{}, errors.New("no game is played")
}
