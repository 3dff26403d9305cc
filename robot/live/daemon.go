package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/internal/broadcast"
	"crownhead/internal/clock"
	"crownhead/internal/timedcall"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
)

// A Port keeps the controller's port open; link.PortManager is one.
type Port interface {
	Run(ctx context.Context)
	Incoming() <-chan link.PortEvent
	Write(p []byte) bool
}

var _ Port = (*link.PortManager)(nil)

// DaemonConfig is what a robot in real time is made of.
type DaemonConfig struct {
	Core        *robot.Core
	Port        Port
	Think       Thinker
	Ponder      Ponderer                     // nil: the engine doesn't think in the visitor's turn
	Voice       face.Voice                   // is notified of every moment at which it may speak; nil: silent
	Volume      func(percent int)            // sets the voice's volume; may be nil
	Handover    func(fen string)             // gets each position in which the board is handed over; may be nil
	Archive     func(journal.Archived) error // archives finished games; may be nil
	LinkRefused func(link.Refusal)           // is called when a controller is given no motion; may be nil
	Sources     StatusSources                // for the operator's status
	Clock       clock.Clock                  // the wall's, unless the controller is virtual
	Log         zerolog.Logger
}

// StatusSources are the parts of a status that the core doesn't know. Each function is called in the daemon's
// loop and must return at once, except Disk, which may hang. Any may be nil.
type StatusSources struct {
	Port     func() link.PortState
	Disk     func(game int) journal.DiskStatus
	Sound    func() robot.SoundStatus
	Config   func() []robot.ConfigRemark
	Firmware uint32 // hash of the firmware that belongs to this program; 0: unknown
}

// A Daemon runs a robot in real time. Run owns all goroutines; the other methods may be called from any goroutine.
type Daemon struct {
	DaemonConfig
	requests chan commandRequest
	ended    chan struct{} // closed when Run returns
	engine   *engineWorker
	limits   command.Limits // what commands may name
	began    time.Time

	snapshots broadcast.Value[robot.Snapshot]
	statuses  broadcast.Value[robot.Status]
	operator  statusCache

	disk             timedcall.Caller   // archives games, and asks how the disk is
	unarchived       []journal.Archived // finished games that are not archived yet
	archiveErrLogged bool               // the log says why not
}

// A commandRequest is a command on its way to the daemon's loop.
type commandRequest struct {
	command.Command
	outcome chan error // has room for one; nil for a command whose outcome nobody waits for
}

// A statusCache is what the daemon keeps between two statuses.
type statusCache struct {
	nextStatus    time.Duration    // when the next status is due
	timeline      []robot.LogEntry // never written to once it is published
	lastDisk      journal.DiskStatus
	nextDiskCheck time.Duration
}

// ErrEnded means that the robot doesn't run any more.
var ErrEnded = errors.New("robot: not running")

// component is the daemon's name in the log.
const component = "robot"

// timelineLen is how many entries of the log the operator's page shows.
const timelineLen = 200

// Snapshot returns what the robot shows now.
func (d *Daemon) Snapshot() robot.Snapshot { return d.snapshots.Newest() }

// Subscribe returns a channel that always holds the newest snapshot that has not been read, and a function that ends
// the subscription.
func (d *Daemon) Subscribe() (<-chan robot.Snapshot, func()) { return d.snapshots.Subscribe() }

// Status returns what the operator's page shows now.
func (d *Daemon) Status() robot.Status { return d.statuses.Newest() }

// SubscribeStatus returns a channel that always holds the newest status that has not been read, and a function
// that ends the subscription. There are at most five statuses a second.
func (d *Daemon) SubscribeStatus() (<-chan robot.Status, func()) { return d.statuses.Subscribe() }

// archivePending archives finished games. One that can't be archived now is tried again later; archiving a game
// twice, because the disk hung meanwhile, does no harm.
func (d *Daemon) archivePending() {
	d.unarchived = slices.DeleteFunc(d.unarchived, func(a journal.Archived) bool {
		result := make(chan error, 1)
		err := journal.ErrDiskHangs
		if d.disk.CallInTime(func() { result <- d.Archive(a) }) {
			err = <-result
		}
		if err != nil && !d.archiveErrLogged {
			d.logEvent(zerolog.ErrorLevel, "the game is not archived", "error", err,
				"hint", "make room on the disk, or restore its permissions; then the game is archived")
		}
		d.archiveErrLogged = err != nil
		return err == nil
	})
}

// logEvent writes an event to the log, and adds it to the timeline of the operator's page.
func (d *Daemon) logEvent(level zerolog.Level, text string, fields ...any) {
	d.Log.WithLevel(level).Fields(fields).Msg(text)
	entry := robot.LogEntry{
		At: time.Now(), Level: level.String(), Component: component, Text: text, Fields: formatFields(fields),
	}
	old := d.operator.timeline
	old = old[max(len(old)-timelineLen+1, 0):]
	d.operator.timeline = append(old[:len(old):len(old)], entry)
}

// formatFields formats names and values, which alternate.
func formatFields(fields []any) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(fields); i += 2 {
		m[fmt.Sprint(fields[i])] = fmt.Sprint(fields[i+1])
	}
	return m
}
