package twin

import (
	"time"

	"crownhead/firmware/link/wire"
)

// A tap is the witness's ear at the line of a bench: what limits the firmware was given, where it believes its arm to be and what it
// complains of are not to be seen at its pins. What the virtual controller knows besides, an item that came without the host having
// homed the arm, say, the firmware's fault tells.
type tap struct {
	fromHost, fromBoard wire.Decoder
	offered, setup      setup // the latter when the firmware has accepted it
	status              wire.Status
	session, fault      uint8         // of the last fault that was counted; it may be repeated
	spoken              bool          // the firmware has said something of the protocol since its reset
	mute                time.Duration // for so long it hadn't, by its own clock
}

// hear follows the host's set-up.
func (t *tap) hear(bytes []byte) {
	t.fromHost.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the firmware says so
		}
		switch m := m.(type) {
		case wire.SetupLimits:
			t.offered.limits = m
		case wire.SetupHoming:
			t.offered.homing = m
		case wire.SetupRates:
			t.offered.rates = m
		}
	})
}

// overhear follows what the firmware says.
func (b *Bench) overhear(now time.Duration, bytes []byte) {
	b.tap.fromBoard.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the host throws it away, too
		}
		b.tap.spoken = true
		switch m := m.(type) {
		case wire.SetupEcho:
			if m.Result == wire.SetupOK {
				b.tap.setup = b.tap.offered
				b.world.watch.limits = witnessed(&b.tap.setup)
			}
		case wire.StopConfirm:
			if m.Kind == wire.StopEmergency {
				b.rest()
			}
		case wire.Status:
			b.told(m)
		case wire.Fault:
			b.complained(now, f, m)
		}
	})
}

// told follows the firmware's state.
func (b *Bench) told(s wire.Status) {
	w, was := b.world, b.tap.status
	b.tap.status = s
	homed, moving := s.Flags&wire.FlagHomed != 0, s.Flags&wire.FlagMoving != 0
	if w.shown.homed != homed || w.shown.moving != moving {
		w.shown.homed, w.shown.moving, w.changed = homed, moving, true
	}
	switch {
	case s.State == wire.StateHoming:
		w.watch.limits = Limits{} // what the firmware counts is not where the joints are
	case homed && (was.Flags&wire.FlagHomed == 0 || was.State == wire.StateHoming):
		b.motor = w.motor()
		w.watch.home()
		b.rest()
		w.watch.limits = witnessed(&b.tap.setup)
	case s.Cause == wire.CauseButton && was.Cause != wire.CauseButton:
		b.rest() // the current is off: the motors stand at once, and nobody drove them to it
	}
}

// complained counts what the witness of the virtual controller counts, once.
func (b *Bench) complained(now time.Duration, frame wire.Frame, f wire.Fault) {
	if frame.Session == b.tap.session && frame.Seq == b.tap.fault {
		return
	}
	b.tap.session, b.tap.fault = frame.Session, frame.Seq
	kind, refused := refusals[f.Code]
	switch {
	case f.Code == wire.FaultStarved:
		b.world.fault(now, FaultStarved, "after item %d", f.ID)
	case f.Code == wire.FaultState && f.ID != 0:
		b.world.fault(now, FaultUnhomed, "item %d", f.ID)
	case refused:
		b.world.fault(now, kind, "item %d refused: joint %d, %d", f.ID, f.Joint+1, f.Detail)
	}
}
