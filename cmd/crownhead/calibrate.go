package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/rs/zerolog"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/link"
	"crownhead/internal/clock"
	"crownhead/internal/filelock"
	"crownhead/robot"
	"crownhead/robot/live"
)

func calibrateCommand() command {
	return command{
		"calibrate", "corners|check [--config F] [--port auto|NAME] [--data DIR] [--pace K]",
		"teaches the robot where board and tray are, and writes it into the configuration; check shows square by square whether that is right",
		runCalibrate,
	}
}

// defaultConfig is the file that is written when none is named.
const defaultConfig = "crownhead.yaml"

// A calibration is one call of calibrate.
type calibration struct {
	c     *call
	file  string
	cfg   config.Config
	data  string
	clock clock.Clock
	talk  func(*dialogue) error
}

func runCalibrate(c *call) error {
	k := &calibration{c: c}
	if err := k.readFlags(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if err := os.MkdirAll(k.data, 0o755); err != nil {
		return badInput("data", err, dataHint)
	}
	lock, err := filelock.Take(filepath.Join(k.data, "lock"))
	if err != nil {
		return badInput("calibrate", err, "a running daemon is calibrated on its operator's page; or stop it first")
	}
	return errors.Join(k.run(ctx), lock.Release())
}

func (k *calibration) readFlags() error {
	f := k.c.flags
	f.StringVar(&k.file, "config", defaultConfig, "configuration file, which corners writes; it is made when it isn't there")
	port := k.c.withPort()
	data := f.String("data", "", "folder of the lock, instead of data in the configuration")
	k.c.withPace(&k.clock)
	if err := k.c.parse(1, 1); err != nil {
		return err
	}
	switch k.c.args[0] {
	case "corners":
		k.talk = (*dialogue).corners
	case "check":
		k.talk = (*dialogue).check
	default:
		return k.c.badUsage(fmt.Errorf("calibrate %q: wanted corners or check", k.c.args[0]))
	}
	file := k.file
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		file = "" // to be made
	}
	var err error
	if k.cfg, err = readConfig(file); err != nil {
		return err
	}
	if *port != "" {
		k.cfg.Link.Port = *port
	}
	k.data, err = dataDir(*data, k.cfg)
	return err
}

// run opens the robot, talks with the operator, and parks.
func (k *calibration) run(ctx context.Context) error {
	daemon, err := k.daemon()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { daemon.Run(ctx) })
	hand := newHand(ctx, daemon, k.clock)
	d := newDialogue(hand, k.c.stdout, linesOf(ctx, os.Stdin, hand.stop))
	d.file, d.echo = k.file, !interactive(os.Stdin)
	err = k.talk(d)
	hand.close()
	cancel()
	wait.Wait()
	if errors.Is(err, context.Canceled) {
		err = answerNo("calibrate", errUnwritten, "begin again with crownhead calibrate corners")
	}
	return err
}

// daemon is the robot in the operator's hands: no game, no pages.
func (k *calibration) daemon() (*live.Daemon, error) {
	plant, err := newPlant(k.cfg)
	if err != nil {
		return nil, err
	}
	cfg, err := plant.coreConfig(occasion{start: board.Start(), visitor: board.White, seed: 1})
	if err != nil {
		return nil, err
	}
	cfg.Service = true
	cfg.Setup.VirtualOnly = !k.clock.Real()
	cfg.SaveCalibration = func(c arm.Config) error { return config.WriteCalibration(k.file, c) }
	core, err := robot.NewCore(cfg)
	if err != nil {
		return nil, badInput("calibrate", err, "arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	log := newLog(k.c.stderr).Level(zerolog.ErrorLevel) // the operator is told the rest
	session, err := link.NewPortManager(k.cfg.Link, link.SystemPorts{}, log)
	if err != nil {
		return nil, badInput("calibrate", err, portHint)
	}
	session.Clock = k.clock
	port := func() live.PortStatus {
		s := session.State()
		return live.PortStatus{Name: s.Port, Hint: s.Hint}
	}
	return live.NewDaemon(live.DaemonConfig{
		Core: core, Port: session, Think: nobodyThinks, Sources: live.StatusSources{Port: port}, Clock: k.clock, Log: log,
	}), nil
}

// nobodyThinks is the player of a robot without a game.
func nobodyThinks(context.Context, robot.EngineRequest) (robot.EngineAnswer, error) {
	return robot.EngineAnswer{}, errors.New("no game is played")
}
