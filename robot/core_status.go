package robot

import (
	"fmt"
	"math"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// Status is the part of the operator's status that the core knows. Nothing depends on it.
func (c *Core) Status(now time.Duration) Status {
	s, st := c.state, c.link.State()
	return Status{
		Link: c.linkStatus(now, st), Sensors: c.sensorStatus(now), Arm: c.armStatusShown(st), Supply: int(st.Status.SupplyMv),
		Tray: TrayStatus{
			Trophies: s.Tray.Trophies, Slots: s.Settings.Trophies, Kings: s.Tray.Kings, KingSlots: s.Settings.Kings,
		},
		Drift: c.driftStatus(),
		Disk:  journal.DiskStatus{State: c.diskState(), FreeBytes: -1},
		Game: GameStatus{
			Phase: s.Phase, FEN: s.Game.Position().FEN(), Visitor: s.Settings.Visitor.String(), Level: s.Settings.Level,
			Plies: s.Game.Plies(), Say: s.Said.Key, Since: (now - c.since.phase).Seconds(),
		},
		Calib: c.calibStatus(), Config: []ConfigRemark{}, Timeline: []LogEntry{},
	}
}

// since is when what lasts began.
type since struct {
	link  time.Duration // the link's present state
	phase time.Duration // the robot's present phase
}

func (c *Core) linkStatus(now time.Duration, st link.State) LinkStatus {
	l := LinkStatus{
		State: turn.LinkDown, Boot: st.Boot, Virtual: st.Virtual, Frames: int64(st.Traffic.Frames), Errors: int64(st.Faults.Total()),
		Retransmits: int64(st.Traffic.Retransmitted), Since: (now - c.since.link).Seconds(),
	}
	if st.Build != 0 {
		l.Firmware = FormatFirmware(st.Build)
	}
	switch {
	case c.refusal != "":
		l.State, l.Hint = turn.LinkRefused, c.refusal
	case st.Up:
		l.State = turn.LinkUp
	default:
		l.Hint = "look at the cable and the controller's power"
	}
	return l
}

// FormatFirmware is how the hash of a firmware is written.
func FormatFirmware(hash uint32) string { return fmt.Sprintf("%08x", hash) }

func (c *Core) sensorStatus(now time.Duration) (list [32]SensorStatus) {
	want := c.state.OccupiedByGame()
	for sq := range board.NoSquare {
		list[sq] = SensorStatus{
			Square: sq.String(), Bit: c.settler.Raw.Has(sq), Want: want.Has(sq), Flicker: c.changes.LastMinute(now, sq),
			Masked: c.state.Sensors.Masked.Has(sq),
		}
		if reason := c.masks.reason[c.place(sq)]; reason != "" {
			list[sq].Fault, list[sq].Hint = reason, maskHints[reason]
		}
	}
	return list
}

func (c *Core) armStatusShown(st link.State) ArmStatus {
	a := ArmStatus{Homed: c.placed(), Moving: st.Moving || c.runner.Serving() || c.homing, Service: c.state.Phase == turn.Service, Cut: c.state.Phase == turn.Service && c.runner.Interrupted(), Pumping: st.Pumping, Carry: c.state.Pending.CurrentCarry(), Hint: c.armHint()}
	if !st.Up {
		return a
	}
	tip := c.cfg.Arm.Tip(st.Status.Position)
	a.X, a.Y, a.Z, a.Joints = tip.X, tip.Y, tip.Z, c.cfg.Arm.Angles(st.Status.Position)
	a.Queue = max(link.QueueLen-int(st.Status.Free), 0)
	return a
}

// armHint is what the operator can do about an arm that stands.
func (c *Core) armHint() string {
	switch said := say.Key(c.state.Said.Key); {
	case c.state.Phase == turn.Stopped:
		return "find out who stopped it and why, then clear the stop"
	case c.state.Phase == turn.Service && c.runner.Interrupted():
		return "it was stopped before it was there: send it again"
	case said == say.HomingFailed:
		return "look at the homing switches, and whether anything holds the arm"
	case said == say.ArmFault, c.state.Pending.GivenUp():
		return "the log says why the arm failed; meanwhile the visitor moves for it"
	}
	return ""
}

func (c *Core) diskState() string {
	if c.state.DiskFault {
		return journal.DiskFault
	}
	return journal.DiskOK
}

// driftStatus is the drift as the operator sees it: a few that were laid badly make no direction.
func (c *Core) driftStatus() DriftStatus {
	x, y, found, of := c.drift.Mean()
	if found < sensors.MinOffCentre {
		x, y = 0, 0
	}
	return DriftStatus{X: tenths(x), Y: tenths(y), Placements: of}
}

func tenths(mm float64) float64 { return math.Round(mm*10) / 10 }
