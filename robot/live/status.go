package live

import (
	"fmt"
	"time"

	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

const (
	statusEvery = 200 * time.Millisecond
	diskEvery   = 10 * time.Second
)

// publishStatus publishes the status when it is due, and returns how long it is until the next one.
func (d *Daemon) publishStatus(now time.Duration) time.Duration {
	if wait := d.operator.nextStatus - now; wait > 0 {
		return wait
	}
	d.operator.nextStatus = now + statusEvery
	s := d.Core.Status(now)
	if d.Sources.Port != nil {
		port := d.Sources.Port()
		s.Link.Port = port.Port
		if s.Link.State == turn.LinkDown && port.Hint != "" {
			s.Link.Remedy = port.Problem + "; " + port.Hint
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
		l.Remedy = fmt.Sprintf("this program's firmware is %s: make -C firmware flash PORT=%s, while no game is on",
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
		disk.State, disk.Remedy = journal.DiskFault, journal.DiskRemedy
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
		Remedy: journal.ErrDiskHangs.Error() + "; " + journal.DiskRemedy,
	}
}
