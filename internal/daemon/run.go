// Package daemon is crownhead run: the robot, its pages and its voice, and with --twin the virtual robot beside it.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/face/voice"
	"crownhead/firmware"
	"crownhead/firmware/link"
	"crownhead/firmware/twin/serve"
	"crownhead/internal/app"
	"crownhead/internal/cli"
	"crownhead/internal/clock"
	"crownhead/internal/filelock"
	"crownhead/internal/twinprocess"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/web"
	"crownhead/web/operator"
)

// Options are those of crownhead run.
type Options struct {
	Config       string // file; the defaults if empty
	Twin         bool   // start the virtual robot and play with it
	Port         string // instead of link.port in the configuration
	Listen       string // address and port of the pages, instead of web.listen
	Data         string // data directory, instead of the configuration's
	RobotVariant uint64 // number of a virtual robot that is put up by eye, or 0
	Clock        clock.Clock
}

// A daemonProcess is all that lives as long as crownhead run.
type daemonProcess struct {
	Options
	out *cli.Output
	log zerolog.Logger
	cfg config.Config

	data    string // the data directory
	portDir string // the folder of the virtual robot's port

	watcher  *configWatcher
	lock     *filelock.Lock
	store    *journal.Store
	listener net.Listener
	child    *twinprocess.Child // nil without --twin
	client   *serve.Client      // nil without a virtual robot's world to show
	notifier *twinprocess.WorldNotifier
	world    *worldFeed
	core     *robot.Core
	robot    *live.Daemon
	voice    *voice.Player
	layout   atomic.Pointer[operator.ArmLayout] // where things stand, for the operator's drawing
	giveUp   context.CancelCauseFunc            // ends serve
}

// Run is the daemon until ctx ends, and the arm is parked, or something fails.
func Run(ctx context.Context, o Options, out *cli.Output) error {
	d := &daemonProcess{Options: o, out: out, log: cli.NewLog(out.Stderr)}
	if err := d.readConfig(); err != nil {
		return err
	}
	err := d.openParts(ctx)
	if err == nil {
		err = d.serveRobot(ctx)
	}
	if errors.Is(err, context.Canceled) {
		err = nil // it was told to end while it started
	}
	return errors.Join(err, d.closeParts())
}

const portHint = "--port auto looks for the controller"

const listenHint = "--listen 127.0.0.1:0 takes a free port"

func (d *daemonProcess) readConfig() error {
	switch {
	case d.Twin && d.Port != "":
		return cli.BadUsage("--twin brings its own port: leave --port out")
	case !d.Twin && d.RobotVariant > 0:
		return cli.BadUsage("--askew is for the virtual robot: --twin starts it")
	}
	var err error
	if d.cfg, err = app.ReadConfig(d.Config); err != nil {
		return err
	}
	d.watcher = watchConfig(d.Config, d.cfg)
	if d.Port != "" {
		d.cfg.Link.Port = d.Port
		d.cfg.Link.Validate(func(_, problem string) { err = errors.New(problem) })
	}
	if err != nil {
		return cli.BadInput("--port "+d.Port, err, portHint)
	}
	if d.Listen != "" {
		d.cfg.Web.Listen = d.Listen
		d.cfg.Web.Validate(func(_, problem string) { err = errors.New(problem) })
	}
	if err != nil {
		return cli.BadInput("--listen "+d.Listen, err, listenHint)
	}
	d.data, err = app.DataDir(d.Data, d.cfg)
	return err
}

// openParts takes everything that can be refused, in the order in which a person would want to hear of it.
func (d *daemonProcess) openParts(ctx context.Context) error {
	components, err := app.BuildComponents(d.cfg)
	if err != nil {
		return err
	}
	if err := d.openVoice(); err != nil {
		return err
	}
	if err := d.openData(); err != nil {
		return err
	}
	if d.listener, err = d.cfg.Web.Open(); err != nil {
		return cli.BadInput("run", err, listenHint)
	}
	if d.lock != nil {
		if err := d.lock.Sign(d.listener.Addr().String()); err != nil && !journal.IsUnwritable(err) {
			return cli.BadInput("run", err, cli.DataHint)
		}
	}
	if d.Twin {
		d.cfg.Link = twinprocess.LinkConfig(d.cfg.Link, filepath.Join(d.portDir, "twin"))
		components.Config = d.cfg
	}
	seed := rand.Uint64()
	if err := d.startCore(components, seed); err != nil {
		return err
	}
	return d.connectRobot(ctx, components, seed)
}

// openVoice makes the voice, with the phrases that the configuration names.
func (d *daemonProcess) openVoice() error {
	packs, err := voice.LoadPacks(d.cfg.Voice.Packs)
	if err != nil {
		return cli.BadInput("voice.packs", err,
			"mend the files named, or leave voice.packs out for the phrases built in")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program for the voice: %w", err)
	}
	d.voice = voice.NewPlayer(voice.Options{
		Packs: packs, Config: d.cfg.Voice, Lang: d.cfg.Game.Language, Seed: rand.Uint64(), Clock: time.Now,
		Speaker: voice.ChildProcess{Command: []string{self, "speak"}}, Log: d.log,
	})
	return nil
}

// openData opens the data directory. One that cannot be written keeps nobody from playing: writing is tried again and
// again, and the virtual robot's port gets a folder of its own.
func (d *daemonProcess) openData() (err error) {
	d.portDir = d.data
	d.store, err = journal.OpenStore(d.data)
	if err == nil {
		d.lock, err = filelock.Take(filepath.Join(d.data, "lock"))
	}
	switch {
	case err == nil:
		return nil
	case d.store == nil:
		return cli.BadInput("data", err, cli.DataHint)
	case !journal.IsUnwritable(err):
		return cli.BadInput("run", err, "stop the other one, or choose another folder with --data")
	}
	d.log.Error().Err(err).Str("hint", cli.DataHint).
		Msg("the data directory can't be written: the robot plays on and keeps nothing until it can")
	if d.Twin {
		if d.portDir, err = os.MkdirTemp("", "crownhead-"); err != nil {
			return cli.BadInput("run", err, "the virtual robot needs a folder for its port")
		}
	}
	return nil
}

// startCore makes the robot; an unfinished game goes on.
func (d *daemonProcess) startCore(components *app.Components, seed uint64) error {
	setup := app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: seed}
	if d.cfg.Game.Visitor == board.Black.String() {
		setup.Visitor = board.Black
	}
	cfg, err := components.CoreConfig(setup)
	if err != nil {
		return err
	}
	cfg.Calibrated = cfg.Calibrated || twinprocess.IsVirtual(d.cfg.Link.Port)
	cfg.Setup.VirtualOnly = !d.Clock.Real()
	d.showLayout(d.cfg.Arm)
	if d.Config != "" {
		cfg.SaveCalibration = d.saveCalibration
	}
	if d.core, err = live.OpenCore(d.store, cfg, d.log); err != nil {
		return cli.BadInput("run", err,
			"arm.motion, arm.links.limits and link in the configuration are what the controller is told")
	}
	return nil
}

// saveCalibration writes a calibration, which counts at once.
func (d *daemonProcess) saveCalibration(c arm.Config) error {
	if err := config.WriteCalibration(d.Config, c); err != nil {
		return err
	}
	d.showLayout(c)
	return nil
}

// showLayout puts board, trays and links into the operator's drawing.
func (d *daemonProcess) showLayout(c arm.Config) {
	layout := layoutOf(c)
	d.layout.Store(&layout)
}

// connectRobot connects the core with the port and the player.
func (d *daemonProcess) connectRobot(ctx context.Context, components *app.Components, seed uint64) error {
	brain, err := components.Thinker(seed, false)
	if err != nil {
		return err
	}
	session, err := link.NewPortManager(d.cfg.Link, link.SystemPorts{}, d.log)
	if err != nil {
		return cli.BadInput("run", err, cli.PortHint)
	}
	brain.Clock, session.Clock = d.Clock, d.Clock
	if err := d.connectWorld(ctx); err != nil {
		return err
	}
	d.robot = live.NewDaemon(live.DaemonConfig{
		Core: d.core, Port: session, Think: brain.Think, Ponder: brain.Ponder,
		Voice: d.voice, Volume: d.voice.SetVolume,
		Handover: d.notifier.HandOver, Archive: d.store.Archive, LinkRefused: d.refuseRealHardware,
		Clock: d.Clock, Log: d.log,
		Sources: live.StatusSources{
			Port:     session.State,
			Disk:     d.store.DiskStatus,
			Sound:    func() robot.SoundStatus { return robot.SoundStatus(d.voice.Status()) },
			Config:   d.watcher.currentRemarks,
			Firmware: firmware.Hash(),
		},
	})
	return nil
}

// connectWorld finds the virtual robot's world: that of the one which is started here, or of one that is running behind
// the port. Real hardware has none.
func (d *daemonProcess) connectWorld(ctx context.Context) (err error) {
	if d.Twin {
		pace, number := strconv.FormatFloat(d.Clock.Pace(), 'g', -1, 64), strconv.FormatUint(d.RobotVariant, 10)
		d.child, err = twinprocess.Start(ctx, "", d.cfg.Link.Port, d.out.Stderr, "--pace", pace, "--askew", number)
		if err != nil {
			return err
		}
		d.client = d.child.Client
		d.notifier, d.world = twinprocess.NewWorldNotifier(d.client, d.log), &worldFeed{client: d.client}
		return d.child.SetUpTable(ctx, d.core.Position(), d.core.Settings().VisitorColor)
	}
	d.notifier = twinprocess.NewPortWorldNotifier(d.cfg.Link.Port, d.log)
	if twinprocess.IsVirtual(d.cfg.Link.Port) {
		d.client = serve.Dial(serve.WorldPath(d.cfg.Link.Port))
		d.world = &worldFeed{client: d.client}
	}
	return nil
}

// refuseRealHardware ends a run by another clock than the wall's when it meets real hardware.
func (d *daemonProcess) refuseRealHardware(why link.Refusal) {
	if why == link.RefusedReal {
		err := errors.New("the controller at " + d.cfg.Link.Port + " is real hardware")
		d.giveUp(cli.BadInput("--pace", err, "leave --pace out: only the virtual robot can go faster"))
	}
}

// serveRobot runs the robot and its pages until ctx ends, or the pages or the virtual robot fail.
func (d *daemonProcess) serveRobot(ctx context.Context) error {
	ctx, d.giveUp = context.WithCancelCause(ctx)
	cancel := func() { d.giveUp(nil) }
	defer cancel()
	var wait sync.WaitGroup
	var world web.World
	var orphaned error
	if d.Twin {
		wait.Go(func() { orphaned = d.child.Watch(ctx, cancel) })
	}
	if d.world != nil {
		world = d.world
		wait.Go(d.world.publishStates)
	}
	configured := d.cfg.Web.Token != ""
	if !configured {
		d.cfg.Web.Token = operator.NewToken()
	}
	wait.Go(func() { d.voice.Run(ctx) })
	wait.Go(func() { d.watcher.watch(ctx) })
	pages := web.New(d.cfg.Web, web.Sources{
		Robot: d.robot, World: world, Operator: d.robot, Layout: func() operator.ArmLayout { return *d.layout.Load() },
	}, d.log.With().Str("component", "web").Logger())
	snapshots, unsubscribe := d.robot.Subscribe()
	defer unsubscribe()
	wait.Go(func() { d.notifier.Run(ctx, snapshots) })
	var failed error
	untilParked, shut := context.WithCancel(context.WithoutCancel(ctx)) // a stop must be heard while the arm parks
	defer shut()
	wait.Go(func() {
		defer cancel()
		failed = pages.Serve(untilParked, d.listener)
	})
	fmt.Fprintf(d.out.Stdout, "crownhead: open http://%s/ in a browser; Ctrl-C ends\n", d.listener.Addr())
	printOperatorAddress(d.out.Stdout, d.listener.Addr().String(), configured, d.cfg.Web.Token)
	d.robot.Run(ctx)
	shut()
	cancel()
	if d.client != nil {
		d.client.Close()
	}
	wait.Wait()
	why := context.Cause(ctx)
	if errors.Is(why, context.Canceled) {
		why = nil // it was told to end
	}
	return errors.Join(orphaned, failed, why)
}

// printOperatorAddress says where the operator's page is and which token it asks for. A token of the configuration is
// not printed: those who may know it do.
func printOperatorAddress(w io.Writer, address string, configured bool, token string) {
	if configured {
		fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator; its token is web.token in the configuration\n",
			address)
		return
	}
	fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator#%s\n", address, token)
	fmt.Fprintf(w,
		"crownhead: operator's token: %s (until the next start; web.token in the configuration sets one that stays)\n",
		token)
}

// closeParts gives everything back, in the opposite order.
func (d *daemonProcess) closeParts() error {
	var faults []error
	if d.child != nil {
		faults = append(faults, d.child.Stop())
	}
	if d.listener != nil {
		_ = d.listener.Close() // closed already once it was served
	}
	if d.lock != nil {
		faults = append(faults, d.lock.Release())
	}
	if d.portDir != d.data {
		faults = append(faults, os.RemoveAll(d.portDir))
	}
	return errors.Join(faults...)
}
