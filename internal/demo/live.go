package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/firmware/link"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/twinprocess"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
)

// A liveGame is one game in real time: the daemon here, the virtual robot and its visitor in a process of their own, a
// pseudo-terminal between them.
type liveGame struct {
	demo     *Demo
	setup    app.GameSetup
	dir      string // of the port
	child    *twinprocess.Child
	daemon   *live.Daemon
	core     *robot.Core
	journal  *journal.Memory
	notifier *twinprocess.WorldNotifier
}

// PlayLive plays game n in real time.
func (d *Demo) PlayLive(ctx context.Context, n int) (Report, error) {
	dir, err := os.MkdirTemp("", "crownhead-demo-")
	if err != nil {
		return Report{}, fmt.Errorf("making a folder for the port: %w", err)
	}
	defer os.RemoveAll(dir)
	g := &liveGame{demo: d, setup: d.gameSetup(n), dir: dir, journal: &journal.Memory{}}
	if err := g.startParts(ctx); err != nil {
		return Report{}, errors.Join(err, g.stopTwin())
	}
	began := time.Now()
	report, err := g.playGame(ctx)
	report.Seconds = time.Since(began).Seconds()
	if stopErr := g.stopTwin(); err == nil {
		err = stopErr
	}
	if keepErr := d.keepJournal(n, g.journal.Bytes()); err == nil {
		err = keepErr
	}
	return report, err
}

// startParts starts the virtual robot, sets up its checkers and makes the daemon.
func (g *liveGame) startParts(ctx context.Context) (err error) {
	d, port := g.demo, filepath.Join(g.dir, "port")
	g.child, err = twinprocess.Start(ctx, d.program, port, io.Discard,
		"--visitor", d.Visitor, "--seed", strconv.FormatUint(g.setup.Seed, 10), "--faults", d.Faults,
		"--askew", strconv.FormatUint(g.setup.RobotVariant, 10), "--firmware", d.Firmware, "--config", d.Config)
	if err != nil {
		return err
	}
	if err := g.child.SetUpTable(ctx, g.setup.Start, g.setup.Visitor); err != nil {
		return err
	}
	cfg, err := d.components.CoreConfig(g.setup)
	if err != nil {
		return err
	}
	cfg.Settings.Alternate = false
	cfg.Link = twinprocess.LinkConfig(cfg.Link, port)
	cfg.Journal = func(journal.Header) (journal.File, error) { return g.journal, nil }
	if g.core, err = robot.NewCore(cfg); err != nil {
		return err
	}
	session, err := link.NewPortManager(cfg.Link, link.SystemPorts{}, zerolog.Nop())
	if err != nil {
		return err
	}
	brain, err := d.components.Thinker(g.setup.Seed, false)
	if err != nil {
		return err
	}
	g.notifier = twinprocess.NewWorldNotifier(g.child.Client, zerolog.Nop())
	g.daemon = live.NewDaemon(live.DaemonConfig{
		Core: g.core, Port: session, Think: brain.Think, Ponder: brain.Ponder, Log: zerolog.Nop(),
		Handover: g.notifier.HandOver,
	})
	return nil
}

// stopTwin ends the virtual robot, if it has started.
func (g *liveGame) stopTwin() error {
	if g.child == nil {
		return nil
	}
	return g.child.Stop()
}

// playGame runs daemon and notifier until the game is done, and reports.
func (g *liveGame) playGame(ctx context.Context) (Report, error) {
	notifierCtx, endNotifier := context.WithCancel(ctx)
	daemonCtx, endDaemon := context.WithCancel(ctx)
	defer endNotifier()
	defer endDaemon()
	var daemon, notifier sync.WaitGroup
	heard, unhear := g.daemon.Subscribe()
	seen, unsee := g.daemon.Subscribe()
	defer unhear()
	defer unsee()
	notifier.Go(func() { g.notifier.Run(notifierCtx, heard) })
	daemon.Go(func() { g.daemon.Run(daemonCtx) })
	g.attendRobot(ctx, seen)
	endDaemon()
	daemon.Wait()
	endNotifier()
	notifier.Wait()
	counts, err := g.notifier.Counts(ctx)
	if err != nil {
		select {
		case <-g.child.Ended:
			return Report{}, cli.BadInput("demo", g.child.Failure(),
				"crownhead twin --pty PATH, with the same flags, shows all its messages")
		default:
			return Report{}, err
		}
	}
	report, err := reportOn(bytes.Clone(g.journal.Bytes()), counts)
	report.addFailures(g.core)
	return report, err
}

// attendRobot looks after the robot until the game is done, its process has ended, or ctx does.
func (g *liveGame) attendRobot(ctx context.Context, seen <-chan robot.Snapshot) {
	const glance = time.Second
	var attendant stopAttendant
	var screen robot.Snapshot
	began, again := time.Now(), time.NewTicker(glance)
	defer again.Stop()
	for {
		select {
		case screen = <-seen:
			if g.demo.isDone(screen) {
				return
			}
		case <-again.C:
		case <-g.child.Ended:
			return
		case <-ctx.Done():
			return
		}
		attendant.watchPhase(time.Since(began), screen.Phase)
		for _, c := range attendant.takeCommands() {
			_ = g.daemon.Command(ctx, c.Name, c.Args) // a robot that has ended needs none
		}
	}
}
