package live

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/internal/broadcast"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// A Port keeps the controller's port open; link.Session is one.
type Port interface {
	Run(ctx context.Context)
	Incoming() <-chan link.Incoming
	Write(p []byte) bool
}

var _ Port = (*link.Session)(nil)

// DaemonConfig is what a robot in real time is made of.
type DaemonConfig struct {
	Core     *robot.Core
	Port     Port
	Think    Thinker
	Ponder   Ponderer                     // nil: it doesn't
	Voice    face.Voice                   // is notified of every moment at which it may speak; nil: silent
	Volume   func(percent int)            // sets how loud it speaks; may be nil
	Handover func(fen string)             // told each position in which the board is handed over; may be nil
	Archive  func(journal.Archived) error // keeps finished games; may be nil
	Rejected func(link.Refusal)           // told when a controller is given no motion; may be nil
	Reports  Reports                      // for the operator's status
	Clock    clock.Clock                  // the wall's, unless the controller is virtual
	Log      zerolog.Logger
}

// A Daemon runs a robot in real time. Run owns all goroutines; the other methods may be called from any.
type Daemon struct {
	DaemonConfig
	wishes chan wish
	ended  chan struct{}
	think  *thinking
	screen broadcast.Value[robot.Snapshot]
	status broadcast.Value[robot.Status]
	oper   operator
	limits turn.CommandLimits // what commands may name
	waits  chan<- error       // who wants to know what becomes of the command that is being done
	began  time.Time

	clerk      journal.TimedCaller // who keeps them, and looks at the disk
	unkept     []journal.Archived  // games that are over and could not be kept yet
	complained bool                // that has been said
}

// ErrEnded means that the robot doesn't run any more.
var ErrEnded = errors.New("robot: not running")

const (
	component  = "robot"
	parkWait   = 10 * time.Second // a robot that is switched off has parked by then
	wishQueue  = 16
	longestNap = time.Second
)

// NewDaemon makes a daemon; Run lets it run once.
func NewDaemon(r DaemonConfig) *Daemon {
	if r.Voice == nil {
		r.Voice = face.Silent{}
	}
	r.Log = r.Log.With().Str("component", component).Logger()
	d := &Daemon{
		DaemonConfig: r, wishes: make(chan wish, wishQueue), ended: make(chan struct{}),
		think: newThinking(r.Think, r.Ponder), began: time.Now(), limits: r.Core.CommandLimits(), oper: operator{timeline: []robot.LogEntry{}},
	}
	d.report(0)
	return d
}

// Snapshot is what the robot shows now.
func (d *Daemon) Snapshot() robot.Snapshot { return d.screen.Newest() }

// Subscribe returns a channel that always holds the newest snapshot that has not been read, and what ends it.
func (d *Daemon) Subscribe() (<-chan robot.Snapshot, func()) { return d.screen.Subscribe() }

// Run runs the robot until ctx ends; then the arm slows down, parks, and the port is closed, all within ten seconds.
func (d *Daemon) Run(ctx context.Context) {
	defer close(d.ended)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var workers sync.WaitGroup
	workers.Go(func() { d.Port.Run(background) })
	workers.Go(func() { d.think.run(background) })
	d.loop(ctx, background)
	stop()
	d.think.drop()
	for range d.Port.Incoming() { // until the port has closed
	}
	workers.Wait()
	d.Core.Close()
	if len(d.unkept) > 0 {
		d.keepGames()
	}
}

// loop lets the core go on whenever something has come in or is due.
func (d *Daemon) loop(ctx, background context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	stopping, deadline := ctx.Done(), (<-chan time.Time)(nil)
	for due := time.Now(); ; {
		in, port := robot.Input{}, link.Incoming{}
		select {
		case <-timer.C:
		case got, ok := <-d.Port.Incoming():
			if !ok {
				return // nobody but Run ends the port
			}
			port = got
		case got := <-d.think.done:
			in.Answer = d.thought(got)
		case wish := <-d.wishes:
			d.log(zerolog.InfoLevel, "command", "command", wish.Name, "args", wish.Args)
			in.Commands, d.waits = []turn.Command{wish.Command}, wish.refused
		case <-stopping:
			d.log(zerolog.InfoLevel, "stopping: the arm parks")
			d.Core.Leave()
			d.think.drop()
			stopping, deadline = nil, time.After(d.Clock.Wall(parkWait))
		case <-deadline:
			d.log(zerolog.WarnLevel, "the arm has not parked in time")
			return
		}
		addPort(&in, link.CatchUp(d.Port.Incoming(), port, due, d.Clock))
		next := d.advance(background, in)
		if stopping == nil && d.Core.Left() {
			return
		}
		next = min(next, longestNap, d.report(d.now()))
		nap := d.Clock.Wall(next)
		timer.Reset(nap)
		due = time.Now().Add(nap)
	}
}

// addPort adds what the port did.
func addPort(in *robot.Input, port link.Incoming) {
	in.Opened, in.Closed, in.Bytes = port.Change == link.Opened, port.Change == link.Closed, port.Data
}

// thought takes an answer of the engine; an engine that failed is asked again by Step when its time is over.
func (d *Daemon) thought(got thought) *robot.Answer {
	switch {
	case !d.think.wanted(got):
		return nil
	case got.err != nil:
		d.log(zerolog.ErrorLevel, "the engine has no answer", "error", got.err)
		return nil
	default:
		return &got.answer
	}
}

// advance runs the core once and returns how long it can wait.
func (d *Daemon) advance(background context.Context, in robot.Input) time.Duration {
	out, next := d.Core.Advance(d.now(), in)
	if d.waits != nil {
		d.waits <- out.Refused
		d.waits = nil
	}
	if len(out.Bytes) > 0 && !d.Port.Write(out.Bytes) {
		d.Log.Debug().Int("bytes", len(out.Bytes)).Msg("the port doesn't keep up")
	}
	if out.Cancel {
		d.think.drop()
	}
	if out.Think != nil {
		d.think.ask(background, *out.Think)
	}
	if out.Ponder != nil && out.Think == nil && d.Ponder != nil {
		d.think.ponder(background, *out.Ponder)
	}
	if out.Handover != "" && d.Handover != nil {
		d.Handover(out.Handover) // before anybody can see that the board is his
	}
	if out.Rejected != "" && d.Rejected != nil {
		d.Rejected(out.Rejected)
	}
	if out.Snapshot != nil {
		d.screen.Publish(*out.Snapshot)
	}
	d.tell(out)
	return max(next-d.now(), 0)
}

// now is the time on the robot's clock since it was made.
func (d *Daemon) now() time.Duration { return d.Clock.Since(d.began) }

// levels are the log's names for the weight of a note.
var levels = [...]zerolog.Level{robot.NotePlain: zerolog.InfoLevel, robot.NoteOdd: zerolog.WarnLevel, robot.NoteBad: zerolog.ErrorLevel}

// tell passes on what others want to know.
func (d *Daemon) tell(out robot.Output) {
	for _, n := range out.Notes {
		d.log(levels[n.Weight], n.Text, n.Fields...)
	}
	for _, s := range out.Said {
		d.log(zerolog.InfoLevel, "says", "key", s.Key, "squares", s.Squares, "move", s.Move)
	}
	if out.Moment != nil {
		d.Voice.Notify(*out.Moment)
	}
	if out.Archive == nil {
		return
	}
	d.log(zerolog.InfoLevel, "game over", "result", out.Archive.Result, "reason", out.Archive.Reason, "plies", out.Archive.Plies)
	if d.Archive != nil {
		d.unkept = append(d.unkept, *out.Archive)
		d.keepGames()
	}
}

// archive keeps one game; where the disk hangs it is kept again later, which changes nothing.
func (d *Daemon) archive(a journal.Archived) error {
	failed := make(chan error, 1)
	if !d.clerk.CallInTime(func() { failed <- d.Archive(a) }) {
		return journal.ErrHangs
	}
	return <-failed
}

// keepGames keeps the games that are over; one that can't be kept now is tried again.
func (d *Daemon) keepGames() {
	d.unkept = slices.DeleteFunc(d.unkept, func(a journal.Archived) bool {
		err := d.archive(a)
		if err != nil && !d.complained {
			d.log(zerolog.ErrorLevel, "the game is not kept", "error", err, "hint", "make room on the disk, or mend its rights; then it is kept")
		}
		d.complained = err != nil
		return err == nil
	})
}
