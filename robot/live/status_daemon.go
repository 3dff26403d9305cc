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

// Status is what the operator's page shows now.
func (d *Daemon) Status() robot.Status { return d.status.Newest() }

// SubscribeStatus returns a channel that always holds the newest status that has not been read, and what ends it. There
// are at most five a second.
func (d *Daemon) SubscribeStatus() (<-chan robot.Status, func()) { return d.status.Subscribe() }

// operator is what the daemon keeps for the operator's status.
type operator struct {
	due      time.Duration    // of the next status
	timeline []robot.LogEntry // never written to once it is published
	disk     journal.DiskStatus
	diskDue  time.Duration
}

// report publishes the status when it is time for it, and returns how long it is until then.
func (d *Daemon) report(now time.Duration) time.Duration {
	if wait := d.oper.due - now; wait > 0 {
		return wait
	}
	d.oper.due = now + statusEvery
	s := d.Core.Status(now)
	d.fillReports(now, &s)
	d.status.Publish(s)
	return statusEvery
}

// fillReports adds what others know.
func (d *Daemon) fillReports(now time.Duration, s *robot.Status) {
	r := d.Reports
	if r.Port != nil {
		port := r.Port()
		s.Link.Port = port.Name
		if s.Link.State == turn.LinkDown && port.Hint != "" {
			s.Link.Hint = port.Hint
		}
	}
	compareFirmware(&s.Link, r.Firmware)
	if r.Disk != nil {
		s.Disk = d.disk(now, s.Disk.State)
	}
	if r.Sound != nil {
		s.Sound = r.Sound()
	}
	if r.Config != nil {
		s.Config = r.Config()
	}
	s.Timeline = d.oper.timeline
}

// compareFirmware says what to do about hardware that works, but has another firmware than the one that belongs to this program. A virtual
// controller has one of its own.
func compareFirmware(l *robot.LinkStatus, ours uint32) {
	if ours != 0 && l.State == turn.LinkUp && !l.Virtual && l.Firmware != robot.FormatFirmware(ours) {
		l.Hint = fmt.Sprintf("this program's firmware is %s: make -C firmware flash PORT=%s, while no game is on", robot.FormatFirmware(ours), l.Port)
	}
}

// disk asks for the disk now and then; a journal that can't be written is worse than all that it says.
func (d *Daemon) disk(now time.Duration, state string) journal.DiskStatus {
	if now >= d.oper.diskDue {
		d.oper.disk, d.oper.diskDue = d.askDisk(), now+diskEvery
		d.keepGames()
	}
	disk := d.oper.disk
	if state == journal.DiskFault {
		disk.State, disk.Hint = journal.DiskFault, journal.DiskHint
	}
	return disk
}

// askDisk asks how the disk is; one that hangs has no answer.
func (d *Daemon) askDisk() journal.DiskStatus {
	answer, game := make(chan journal.DiskStatus, 1), d.Core.Game()
	if d.clerk.CallInTime(func() { answer <- d.Reports.Disk(game) }) {
		return <-answer
	}
	return journal.DiskStatus{State: journal.DiskFault, Dir: d.oper.disk.Dir, FreeBytes: -1, Hint: journal.ErrHangs.Error() + "; " + journal.DiskHint}
}

// log writes an event to the log, and keeps it for the operator's page.
func (d *Daemon) log(level zerolog.Level, text string, fields ...any) {
	d.Log.WithLevel(level).Fields(fields).Msg(text)
	entry := robot.LogEntry{At: time.Now(), Level: level.String(), Component: component, Text: text, Fields: texts(fields)}
	old := d.oper.timeline
	old = old[max(len(old)-timelineLen+1, 0):]
	d.oper.timeline = append(old[:len(old):len(old)], entry)
}

// texts spells names and values, which come in turn.
func texts(fields []any) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(fields); i += 2 {
		m[fmt.Sprint(fields[i])] = fmt.Sprint(fields[i+1])
	}
	return m
}

// A PortStatus is the serial port as who opens it sees it.
type PortStatus struct {
	Name string
	Hint string // why it isn't open, and what to do
}

// Reports are the parts of a status that the robot itself doesn't know. Each is asked for in the daemon's loop and must
// answer at once; a nil one says nothing.
type Reports struct {
	Port     func() PortStatus
	Disk     func(game int) journal.DiskStatus
	Sound    func() robot.SoundStatus
	Config   func() []robot.ConfigRemark
	Firmware uint32 // hash of the firmware that belongs to this program; 0: unknown
}
