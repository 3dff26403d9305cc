package live

import (
	"fmt"
	"time"

	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"

	"github.com/rs/zerolog"
)

const (
	statusEvery = 200 * time.Millisecond
	diskEvery   = 10 * time.Second
	timelineLen = 200
)

// Status returns what the operator's page shows now.
func (d *Daemon) Status() robot.Status { return d.statuses.Newest() }

// SubscribeStatus returns a channel that always holds the newest status that has not been read, and a function
// that ends the subscription. There are at most five statuses a second.
func (d *Daemon) SubscribeStatus() (<-chan robot.Status, func()) { return d.statuses.Subscribe() }

// A statusCache is what the daemon keeps between two statuses.
type statusCache struct {
	nextStatus    time.Duration    // when the next status is due
	timeline      []robot.LogEntry // never written to once it is published
	lastDisk      journal.DiskStatus
	nextDiskCheck time.Duration
}

// publishStatus publishes the status when it is due, and returns how long it is until the next one.
func (d *Daemon) publishStatus(now time.Duration) time.Duration {
	if wait := d.operator.nextStatus - now; wait > 0 {
		return wait
	}
	d.operator.nextStatus = now + statusEvery
	s := d.Core.Status(now)
	if d.Sources.Port != nil {
		port := d.Sources.Port()
		s.Link.Port = port.Name
		if s.Link.State == turn.LinkDown && port.Hint != "" {
			s.Link.Hint = port.Hint
		}
	}
	compareFirmware(&s.Link, d.Sources.Firmware)
	if d.Sources.Disk != nil {
		s.Disk = d.diskStatus(now, s.Disk.State)
	}
	if d.Sources.Sound != nil {
		s.Sound = d.Sources.Sound()
	}
	if d.Sources.Config != nil {
		s.Config = d.Sources.Config()
	}
	s.Timeline = d.operator.timeline
	d.statuses.Publish(s)
	return statusEvery
}

// compareFirmware adds a hint when hardware works, but has another firmware than the one that belongs to this
// program. A virtual controller has a firmware of its own.
func compareFirmware(l *robot.LinkStatus, ours uint32) {
	if ours != 0 && l.State == turn.LinkUp && !l.Virtual && l.Firmware != robot.FormatFirmware(ours) {
		l.Hint = fmt.Sprintf("this program's firmware is %s: make -C firmware flash PORT=%s, while no game is on",
			robot.FormatFirmware(ours), l.Port)
	}
}

// diskStatus returns how the disk is, as it was at the last check. A journal that can't be written matters more than
// what the check has found.
func (d *Daemon) diskStatus(now time.Duration, state string) journal.DiskStatus {
	if now >= d.operator.nextDiskCheck {
		d.operator.lastDisk, d.operator.nextDiskCheck = d.queryDisk(), now+diskEvery
		d.archivePending()
	}
	disk := d.operator.lastDisk
	if state == journal.DiskFault {
		disk.State, disk.Hint = journal.DiskFault, journal.DiskHint
	}
	return disk
}

// queryDisk asks how the disk is. A disk that doesn't answer in time has a fault.
func (d *Daemon) queryDisk() journal.DiskStatus {
	answer, game := make(chan journal.DiskStatus, 1), d.Core.GameNumber()
	if d.disk.CallInTime(func() { answer <- d.Sources.Disk(game) }) {
		return <-answer
	}
	return journal.DiskStatus{
		State: journal.DiskFault, Dir: d.operator.lastDisk.Dir, FreeBytes: -1,
		Hint: journal.ErrDiskHangs.Error() + "; " + journal.DiskHint,
	}
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

// A PortStatus is how the serial port is, as the session that opens it reports.
type PortStatus struct {
	Name string
	Hint string // why it isn't open, and what to do
}

// StatusSources are the parts of a status that the core doesn't know. Each function is called in the daemon's
// loop and must return at once, except Disk, which may hang. Any may be nil.
type StatusSources struct {
	Port     func() PortStatus
	Disk     func(game int) journal.DiskStatus
	Sound    func() robot.SoundStatus
	Config   func() []robot.ConfigRemark
	Firmware uint32 // hash of the firmware that belongs to this program; 0: unknown
}
