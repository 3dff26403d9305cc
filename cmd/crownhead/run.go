package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/config"
	"crownhead/face/voice"
	"crownhead/firmware"
	"crownhead/firmware/link"
	"crownhead/firmware/twin/serve"
	"crownhead/internal/clock"
	"crownhead/internal/filelock"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/web"
	"crownhead/web/operator"
)

func runCommand() command {
	return command{
		"run", "[--config F] [--twin] [--port auto|NAME] [--listen ADDR] [--data DIR] [--askew N] [--pace K]",
		"the daemon; with --twin the virtual robot starts beside it and no hardware is needed: drag checkers on the page, press the red button",
		runRun,
	}
}

// A daemonRun is one call of run: all that lives as long as the daemon.
type daemonRun struct {
	cfg     config.Config
	file    string // of the configuration, "" without one
	virtual bool
	askew   uint64
	data    string
	room    string // the folder of the virtual robot's port
	clock   clock.Clock
	log     zerolog.Logger
	c       *call

	remarks  *remarks
	lock     *filelock.Lock
	store    *journal.Store
	listener net.Listener
	child    *twinChild    // nil without --twin
	client   *serve.Client // nil without a virtual robot's world to show
	mail     *messenger
	table    *table
	core     *robot.Core
	daemon   *live.Daemon
	voice    *voice.Player
	layout   atomic.Pointer[operator.ArmLayout] // where things stand, for the operator's drawing
	giveUp   context.CancelCauseFunc            // ends serve
}

func runRun(c *call) error {
	d := &daemonRun{c: c, log: newLog(c.stderr)}
	if err := d.readFlags(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who can't wait for the arm to park asks a second time
	err := d.open(ctx)
	if err == nil {
		err = d.serve(ctx)
	}
	if errors.Is(err, context.Canceled) {
		err = nil // it was told to end while it started
	}
	return errors.Join(err, d.close())
}

func (d *daemonRun) readFlags() error {
	f := d.c.flags
	f.StringVar(&d.file, "config", "", "configuration file; the defaults if empty")
	f.BoolVar(&d.virtual, "twin", false, "start the virtual robot and play with it")
	port := d.c.withPort()
	listen := f.String("listen", "", "address and port of the pages, instead of web.listen")
	data := f.String("data", "", "folder of journals and games, instead of data in the configuration")
	d.c.withAskew(&d.askew)
	d.c.withPace(&d.clock)
	if err := d.c.parse(0, 0); err != nil {
		return err
	}
	switch {
	case d.virtual && *port != "":
		return d.c.badUsage(errors.New("--twin brings its own port: leave --port out"))
	case !d.virtual && d.askew > 0:
		return d.c.badUsage(errors.New("--askew is for the virtual robot: --twin starts it"))
	}
	var err error
	if d.cfg, err = readConfig(d.file); err != nil {
		return err
	}
	d.remarks = newRemarks(d.file, d.cfg)
	if *port != "" {
		d.cfg.Link.Port = *port
	}
	if *listen != "" {
		d.cfg.Web.Listen = *listen
		d.cfg.Web.Validate(func(_, problem string) { err = errors.New(problem) })
	}
	if err != nil {
		return badInput("--listen "+*listen, err, listenHint)
	}
	d.data, err = dataDir(*data, d.cfg)
	return err
}

const portHint = "--port auto looks for the controller, --port NAME names its port; crownhead run --twin needs no hardware"

const listenHint = "--listen 127.0.0.1:0 takes a free port"

// open takes everything that can be refused, in the order in which a person would want to hear of it.
func (d *daemonRun) open(ctx context.Context) error {
	plant, err := newPlant(d.cfg)
	if err != nil {
		return err
	}
	if err := d.startVoice(); err != nil {
		return err
	}
	if err := d.openData(); err != nil {
		return err
	}
	if d.listener, err = d.cfg.Web.Open(); err != nil {
		return badInput("run", err, listenHint)
	}
	if d.lock != nil {
		if err := d.lock.Sign(d.listener.Addr().String()); err != nil && !journal.IsUnwritable(err) {
			return badInput("run", err, dataHint)
		}
	}
	if d.virtual {
		d.cfg.Link = besideUs(d.cfg.Link, filepath.Join(d.room, "twin"))
		plant.cfg = d.cfg
	}
	seed := rand.Uint64()
	if err := d.startCore(plant, seed); err != nil {
		return err
	}
	return d.assemble(ctx, plant, seed)
}

// openData opens the data directory. One that can't be written is no reason not to play: what is to be kept is tried again
// and again, and the virtual robot's port gets a folder of its own.
func (d *daemonRun) openData() (err error) {
	d.room = d.data
	d.store, err = journal.OpenStore(d.data)
	if err == nil {
		d.lock, err = filelock.Take(filepath.Join(d.data, "lock"))
	}
	switch {
	case err == nil:
		return nil
	case d.store == nil:
		return badInput("data", err, dataHint)
	case !journal.IsUnwritable(err):
		return badInput("run", err, "stop the other one, or choose another folder with --data")
	}
	d.log.Error().Err(err).Str("hint", dataHint).Msg("the data directory can't be written: the robot plays on and keeps nothing until it can")
	if d.virtual {
		if d.room, err = os.MkdirTemp("", "crownhead-"); err != nil {
			return badInput("run", err, "the virtual robot needs a folder for its port")
		}
	}
	return nil
}

// startCore makes the robot, going on with the unfinished game if there is one.
func (d *daemonRun) startCore(plant *plant, seed uint64) error {
	cfg, err := plant.coreConfig(occasion{start: board.Start(), visitor: visitorColor(d.cfg), seed: seed})
	if err != nil {
		return err
	}
	cfg.Calibrated = cfg.Calibrated || worldBeside(d.cfg.Link.Port)
	cfg.Setup.VirtualOnly = !d.clock.Real()
	d.lay(d.cfg.Arm)
	if d.file != "" {
		cfg.SaveCalibration = d.save
	}
	if d.core, err = live.StartCore(d.store, cfg, d.log); err != nil {
		return badInput("run", err, "arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	return nil
}

// assemble makes the daemon of the core, the port and the player.
func (d *daemonRun) assemble(ctx context.Context, plant *plant, seed uint64) error {
	brain, err := plant.thinker(seed, false)
	if err != nil {
		return err
	}
	session, err := link.NewPortManager(d.cfg.Link, link.SystemPorts{}, d.log)
	if err != nil {
		return badInput("run", err, portHint)
	}
	brain.clock, session.Clock = d.clock, d.clock
	if err := d.meetWorld(ctx); err != nil {
		return err
	}
	d.daemon = live.NewDaemon(live.DaemonConfig{
		Core: d.core, Port: session, Think: brain.think, Ponder: brain.ponder, Voice: d.voice, Volume: d.voice.SetVolume,
		Handover: d.mail.handover, Archive: d.store.Archive, Rejected: d.rejected, Sources: d.reports(session), Clock: d.clock, Log: d.log,
	})
	return nil
}

// reports are what the operator's page shows beside the robot itself.
func (d *daemonRun) reports(session *link.PortManager) live.StatusSources {
	return live.StatusSources{
		Port: func() live.PortStatus {
			port := session.State()
			return live.PortStatus{Name: port.Port, Hint: port.Hint}
		},
		Disk:     d.store.DiskStatus,
		Sound:    d.sound,
		Config:   d.remarks.current,
		Firmware: firmware.Hash(),
	}
}

// serve runs the daemon and its pages until ctx ends, or the pages or the virtual robot fail.
func (d *daemonRun) serve(ctx context.Context) error {
	ctx, d.giveUp = context.WithCancelCause(ctx)
	cancel := func() { d.giveUp(nil) }
	defer cancel()
	var wait sync.WaitGroup
	var world web.World
	var orphaned error
	if d.virtual {
		wait.Go(func() { orphaned = d.child.watch(ctx, cancel) })
	}
	if d.table != nil {
		world = d.table
		wait.Go(d.table.run)
	}
	configured := d.cfg.Web.Token != ""
	if !configured {
		d.cfg.Web.Token = operator.NewToken()
	}
	wait.Go(func() { d.voice.Run(ctx) })
	wait.Go(func() { d.remarks.run(ctx) })
	pages := web.New(d.cfg.Web, web.Sources{
		Robot: d.daemon, World: world, Operator: d.daemon, Layout: func() operator.ArmLayout { return *d.layout.Load() },
	}, d.log.With().Str("component", "web").Logger())
	said, unsubscribe := d.daemon.Subscribe()
	defer unsubscribe()
	wait.Go(func() { d.mail.run(ctx, said) })
	var failed error
	shown, shut := context.WithCancel(context.WithoutCancel(ctx)) // until the arm is parked: a stop must be heard
	defer shut()
	wait.Go(func() {
		defer cancel()
		failed = pages.Serve(shown, d.listener)
	})
	fmt.Fprintf(d.c.stdout, "crownhead: open http://%s/ in a browser; Ctrl-C ends\n", d.listener.Addr())
	tellOperator(d.c.stdout, d.listener.Addr().String(), configured, d.cfg.Web.Token)
	d.daemon.Run(ctx)
	shut()
	cancel()
	if d.client != nil {
		d.client.Close()
	}
	wait.Wait()
	return errors.Join(orphaned, failed, given(ctx))
}

// given is why a run was given up, nil when it was told to end.
func given(ctx context.Context) error {
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// close gives everything back, in the opposite order.
func (d *daemonRun) close() error {
	var faults []error
	if d.child != nil {
		faults = append(faults, d.child.stop())
	}
	if d.listener != nil {
		_ = d.listener.Close() // closed already once it was served
	}
	if d.lock != nil {
		faults = append(faults, d.lock.Release())
	}
	if d.room != d.data {
		faults = append(faults, os.RemoveAll(d.room))
	}
	return errors.Join(faults...)
}
