package live

import (
	"context"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot"
	"crownhead/robot/command"
)

const (
	parkTimeout  = 10 * time.Second // after which a robot that is shut down has parked
	requestQueue = 16
	longestNap   = time.Second
)

// NewDaemon makes a daemon; Run runs it once.
func NewDaemon(cfg DaemonConfig) *Daemon {
	if cfg.Voice == nil {
		cfg.Voice = face.Silent{}
	}
	cfg.Log = cfg.Log.With().Str("component", component).Logger()
	d := &Daemon{
		DaemonConfig: cfg, requests: make(chan commandRequest, requestQueue), ended: make(chan struct{}),
		engine: newEngineWorker(cfg.Think, cfg.Ponder), began: time.Now(), limits: cfg.Core.CommandLimits(),
		operator: statusCache{timeline: []robot.LogEntry{}},
	}
	d.publishStatus(0)
	return d
}

// Run runs the robot until ctx ends; then the arm slows down and parks, and the port is closed, all within ten
// seconds.
func (d *Daemon) Run(ctx context.Context) {
	defer close(d.ended)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var workers sync.WaitGroup
	workers.Go(func() { d.Port.Run(background) })
	workers.Go(func() { d.engine.runJobs(background) })
	d.runLoop(ctx, background)
	stop()
	d.engine.cancelJob()
	for range d.Port.Incoming() { // until the port has closed
	}
	workers.Wait()
	d.Core.Close()
	if len(d.unarchived) > 0 {
		d.archivePending()
	}
}

// runLoop advances the core whenever something has come in or is due.
func (d *Daemon) runLoop(ctx, background context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	stopping, deadline := ctx.Done(), (<-chan time.Time)(nil)
	for due := time.Now(); ; {
		in, port := robot.Input{}, link.PortEvent{}
		var replyTo chan<- error // gets the outcome of a command; nil for most
		select {
		case <-timer.C:
		case got, ok := <-d.Port.Incoming():
			if !ok {
				return // nobody but Run ends the port
			}
			port = got
		case got := <-d.engine.results:
			in.Answer = d.acceptResult(got)
		case r := <-d.requests:
			d.logEvent(zerolog.InfoLevel, "command", "command", r.Name, "args", r.Args)
			in.Commands, replyTo = []command.Command{r.Command}, r.outcome
		case <-stopping:
			d.logEvent(zerolog.InfoLevel, "stopping: the arm parks")
			d.Core.BeginShutdown()
			d.engine.cancelJob()
			stopping, deadline = nil, time.After(d.Clock.Wall(parkTimeout))
		case <-deadline:
			d.logEvent(zerolog.WarnLevel, "the arm has not parked in time")
			return
		}
		port = link.CatchUp(d.Port.Incoming(), port, due, d.Clock)
		in.Opened, in.Closed, in.Bytes = port.Change == link.PortOpened, port.Change == link.PortClosed, port.Data
		next := d.advanceCore(background, in, replyTo)
		if stopping == nil && d.Core.ShutdownDone() {
			return
		}
		next = min(next, longestNap, d.publishStatus(d.robotTime()))
		nap := d.Clock.Wall(next)
		timer.Reset(nap)
		due = time.Now().Add(nap)
	}
}

// acceptResult returns the engine's answer, nil when it is out of date. When the engine has failed, turn.Step asks it
// again after a while.
func (d *Daemon) acceptResult(got engineResult) *robot.EngineAnswer {
	switch {
	case !d.engine.isCurrent(got):
		return nil
	case got.err != nil:
		d.logEvent(zerolog.ErrorLevel, "the engine has no answer", "error", got.err)
		return nil
	default:
		return &got.answer
	}
}

// advanceCore advances the core once, does what it asks for, and returns how long the loop can wait. The outcome of a
// command of service mode goes to replyTo, which may be nil.
func (d *Daemon) advanceCore(background context.Context, in robot.Input, replyTo chan<- error) time.Duration {
	out, next := d.Core.Advance(d.robotTime(), in)
	if replyTo != nil {
		replyTo <- out.CommandErr
	}
	if len(out.Bytes) > 0 && !d.Port.Write(out.Bytes) {
		d.Log.Debug().Int("bytes", len(out.Bytes)).Msg("the port doesn't take all bytes in time")
	}
	if out.Cancel {
		d.engine.cancelJob()
	}
	if out.Think != nil {
		d.engine.submitJob(background, engineJob{EngineRequest: *out.Think})
	}
	if out.Ponder != nil && out.Think == nil && d.Ponder != nil {
		d.engine.submitJob(background, engineJob{EngineRequest: *out.Ponder, ponder: true})
	}
	if out.Handover != "" && d.Handover != nil {
		d.Handover(out.Handover) // before anybody can see that it is the visitor's turn
	}
	if out.RefusedLink != "" && d.LinkRefused != nil {
		d.LinkRefused(out.RefusedLink)
	}
	if out.Snapshot != nil {
		d.snapshots.Publish(*out.Snapshot)
	}
	d.logOutput(out)
	if out.Moment != nil {
		d.Voice.Notify(*out.Moment)
	}
	if out.Archive != nil && d.Archive != nil {
		d.unarchived = append(d.unarchived, *out.Archive)
		d.archivePending()
	}
	return max(next-d.robotTime(), 0)
}

// robotTime returns the time on the robot's clock since the daemon was made.
func (d *Daemon) robotTime() time.Duration { return d.Clock.Since(d.began) }

// noteLevels are the log's levels for the weight of a note.
var noteLevels = [...]zerolog.Level{
	robot.NoteInfo: zerolog.InfoLevel, robot.NoteWarning: zerolog.WarnLevel, robot.NoteError: zerolog.ErrorLevel,
}

// logOutput logs what has happened.
func (d *Daemon) logOutput(out robot.Output) {
	for _, n := range out.Notes {
		d.logEvent(noteLevels[n.Severity], n.Text, n.Fields...)
	}
	for _, s := range out.Said {
		d.logEvent(zerolog.InfoLevel, "says", "key", s.Key, "squares", s.Squares, "move", s.Move, "number", s.Args().Number)
	}
	if a := out.Archive; a != nil {
		d.logEvent(zerolog.InfoLevel, "game over", "result", a.Result, "reason", a.Reason, "plies", a.Plies)
	}
}
