package twin

import (
	"slices"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
)

// A TimedFaultKind is what goes wrong at some time and is over after a while.
type TimedFaultKind uint8

// The kinds of timed faults.
const (
	LineCut         TimedFaultKind = iota // no byte enters the line; what was delayed on it still arrives
	HostSilent                            // nothing that the host sends enters the line
	ControllerReset                       // the controller starts anew
	EstopIn                               // the emergency button is pressed and stays in
	SupplySag                             // the motors' supply is too low
	SwitchStuckOpen                       // a limit switch does not close
)

// A TimedFault begins at its time or, if Pick is set, in mid-move: when the arm carries the Pick-th
// checker that it has lifted, or a later one.
type TimedFault struct {
	Kind  TimedFaultKind
	Joint int           // of a limit switch
	At    time.Duration // when it begins, if Pick is 0
	Pick  int           // counted from 1
	For   time.Duration
}

// An activeFault is a timed fault that has begun and is not over.
type activeFault struct {
	kind   TimedFaultKind
	joint  int
	endsAt time.Duration
}

// timedFaults are the faults to come and those that have begun.
type timedFaults struct {
	waiting []TimedFault
	active  []activeFault
}

func newTimedFaults(list []TimedFault) timedFaults { return timedFaults{waiting: slices.Clone(list)} }

// start makes a fault active until its time is over.
func (t *timedFaults) start(kind TimedFaultKind, joint int, endsAt time.Duration) {
	t.active = append(t.active, activeFault{kind, joint, endsAt})
}

// takeBegun removes the faults that begin now from those to come, and returns them. Those that last
// are active from now on.
func (t *timedFaults) takeBegun(now time.Duration, w *world.World) (begun []TimedFault) {
	t.waiting = slices.DeleteFunc(t.waiting, func(f TimedFault) bool {
		if f.Pick == 0 && f.At > now || f.Pick != 0 && !w.IsMidMove(f.Pick) {
			return false
		}
		begun = append(begun, f)
		if f.For > 0 {
			t.start(f.Kind, f.Joint, now+f.For)
		}
		return true
	})
	return begun
}

// takeEnded removes the active faults that are over, and returns them.
func (t *timedFaults) takeEnded(now time.Duration) (ended []activeFault) {
	t.active = slices.DeleteFunc(t.active, func(f activeFault) bool {
		if f.endsAt > now {
			return false
		}
		ended = append(ended, f)
		return true
	})
	return ended
}

// isActive reports whether a fault of this kind is active.
func (t *timedFaults) isActive(kind TimedFaultKind, joint int) bool {
	return slices.ContainsFunc(t.active, func(f activeFault) bool { return f.kind == kind && f.joint == joint })
}

// nextChange is when the next fault begins or ends by the clock, or never. When the arm will be in
// mid-move is not known.
func (t *timedFaults) nextChange() time.Duration {
	next := wire.Never
	for _, f := range t.waiting {
		if f.Pick == 0 {
			next = min(next, f.At)
		}
	}
	for _, f := range t.active {
		next = min(next, f.endsAt)
	}
	return next
}
