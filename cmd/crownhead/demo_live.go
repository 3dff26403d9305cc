package main

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
	"crownhead/firmware/twin/witness"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
)

// A liveGame is one game in real time: the daemon here, the virtual robot and its visitor in a process of their own, a
// pseudo-terminal between them.
type liveGame struct {
	run     *demoRun
	o       occasion
	dir     string // of the port
	child   *twinChild
	daemon  *live.Daemon
	core    *robot.Core
	journal *journal.Memory
	mail    *messenger
}

// playLive plays game n in real time.
func (d *demoRun) playLive(ctx context.Context, n int) (gameReport, error) {
	dir, err := os.MkdirTemp("", "crownhead-demo-")
	if err != nil {
		return gameReport{}, fmt.Errorf("making a folder for the port: %w", err)
	}
	defer os.RemoveAll(dir)
	g := &liveGame{run: d, o: d.game(n), dir: dir, journal: &journal.Memory{}}
	if err := g.start(ctx); err != nil {
		return gameReport{}, errors.Join(err, g.stop())
	}
	began := time.Now()
	report, err := g.play(ctx)
	report.Seconds = time.Since(began).Seconds()
	if serr := g.stop(); err == nil {
		err = serr
	}
	if serr := d.keep(n, g.journal.Bytes()); err == nil {
		err = serr
	}
	return report, err
}

// start starts the virtual robot, lays its checkers and makes the daemon.
func (g *liveGame) start(ctx context.Context) (err error) {
	port := filepath.Join(g.dir, "port")
	g.child, err = startTwin(ctx, port, io.Discard,
		"--visitor", g.run.visitor, "--seed", strconv.FormatUint(g.o.seed, 10), "--faults", g.run.faults, "--askew", strconv.FormatUint(g.o.askew, 10),
		"--firmware", g.run.elf, "--config", g.run.config)
	if err != nil {
		return err
	}
	if err := layTable(ctx, g.child.Client, g.o.start, g.o.visitor); err != nil {
		return err
	}
	cfg, err := g.run.plant.coreConfig(g.o)
	if err != nil {
		return err
	}
	cfg.Settings.Alternate = false
	cfg.Link = besideUs(cfg.Link, port)
	cfg.Journal = func(journal.Header) (journal.File, error) { return g.journal, nil }
	if g.core, err = robot.NewCore(cfg); err != nil {
		return err
	}
	return g.wire(cfg.Link)
}

// counts asks the witness, even when the game was interrupted.
func (g *liveGame) counts(ctx context.Context) (witness.Counts, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*twinPatience)
	defer cancel()
	g.mail.passHandovers(ctx) // the last one may still wait
	counts, _, err := g.child.Client.Counts(ctx)
	return counts, err
}

// stop ends the virtual robot, if it has started.
func (g *liveGame) stop() error {
	if g.child == nil {
		return nil
	}
	return g.child.stop()
}

// wire makes the daemon from the core.
func (g *liveGame) wire(cfg link.Config) error {
	session, err := link.NewPortManager(cfg, link.SystemPorts{}, zerolog.Nop())
	if err != nil {
		return err
	}
	brain, err := g.run.plant.thinker(g.o.seed, false)
	if err != nil {
		return err
	}
	mail := newMessenger(g.child.Client, zerolog.Nop())
	g.daemon = live.NewDaemon(live.DaemonConfig{
		Core: g.core, Port: session, Think: brain.think, Ponder: brain.ponder, Log: zerolog.Nop(),
		Handover: mail.handover,
	})
	g.mail = mail
	return nil
}

// attend looks after the robot until the game is done, its process has ended, or ctx does.
func (g *liveGame) attend(ctx context.Context, seen <-chan robot.Snapshot) {
	const glance = time.Second
	var k keeper
	var screen robot.Snapshot
	began, again := time.Now(), time.NewTicker(glance)
	defer again.Stop()
	for {
		select {
		case screen = <-seen:
			if g.run.done(screen) {
				return
			}
		case <-again.C:
		case <-g.child.ended:
			return
		case <-ctx.Done():
			return
		}
		k.advance(time.Since(began), screen.Phase)
		for _, wish := range k.commands() {
			_ = g.daemon.Command(ctx, wish.Name, wish.Args) // a robot that has ended needs none
		}
	}
}

// play runs daemon and messenger until the game is done, and reports.
func (g *liveGame) play(ctx context.Context) (gameReport, error) {
	watch, cancel := context.WithCancel(ctx)
	daemon, leave := context.WithCancel(ctx)
	defer cancel()
	defer leave()
	var robots, mail sync.WaitGroup
	heard, unhear := g.daemon.Subscribe()
	seen, unsee := g.daemon.Subscribe()
	defer unhear()
	defer unsee()
	mail.Go(func() { g.mail.run(watch, heard) })
	robots.Go(func() { g.daemon.Run(daemon) })
	g.attend(ctx, seen)
	leave()
	robots.Wait()
	cancel()
	mail.Wait()
	counts, err := g.counts(ctx)
	if err != nil {
		select {
		case <-g.child.ended:
			return gameReport{}, badInput("demo", g.child.gone(), "crownhead twin --pty PATH, with the same flags, shows all that it says")
		default:
			return gameReport{}, err
		}
	}
	report, err := reportOf(bytes.Clone(g.journal.Bytes()), counts)
	report.tell(g.core)
	return report, err
}
