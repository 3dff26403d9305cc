package twin

import (
	"slices"
	"time"

	"crownhead/firmware/twin/world"
)

// FaultConfig is all that goes wrong with a virtual robot. Its times count from when it was switched on.
type FaultConfig struct {
	Flip        float64 // chance per byte, both directions, that one random bit is flipped
	Drop        float64 // chance per byte, both directions, that it is lost
	Duplicate   float64 // chance per byte, both directions, that it arrives twice
	Delay       float64 // chance per byte, both directions, that it is held up, and all behind it
	PickMiss    float64 // chance that a pick fails
	TransitDrop float64 // chance that a checker falls from the nozzle on its way

	Timed   []TimedFault
	Sensors world.SensorFaults
}

// A TimedFaultKind is what goes wrong at some time and is over after a while.
type TimedFaultKind uint8

// The kinds of timed faults.
const (
	LineCut         TimedFaultKind = iota // nothing passes the line
	HostSilent                            // nothing that the host says arrives
	ControllerReset                       // the controller starts anew
	EstopIn                               // the emergency button is pressed and stays in
	SupplySag                             // the motors' supply is too low
	SwitchStuckOpen                       // a limit switch doesn't close
)

// A TimedFault begins at its time or, in mid-move, when the arm carries the Pick-th checker that it picks up.
type TimedFault struct {
	Kind  TimedFaultKind
	Joint int           // of a limit switch
	At    time.Duration // if Pick is 0
	Pick  int
	For   time.Duration
}

// timedFaults are those to come and those that have begun, with their ends.
type timedFaults struct {
	waiting []TimedFault
	active  []TimedFault // At is when they are over
}

func newTimedFaults(f FaultConfig) timedFaults { return timedFaults{waiting: slices.Clone(f.Timed)} }

// update moves on to the present, and returns what begins now and what is over.
func (t *timedFaults) update(now time.Duration, w *world.World) (changed []TimedFault) {
	t.waiting = slices.DeleteFunc(t.waiting, func(x TimedFault) bool {
		if x.Pick == 0 && x.At > now || x.Pick != 0 && !w.IsMidMove(x.Pick) {
			return false
		}
		changed = append(changed, x)
		if x.For > 0 {
			x.At = now + x.For
			t.active = append(t.active, x)
		}
		return true
	})
	t.active = slices.DeleteFunc(t.active, func(x TimedFault) bool {
		if x.At > now {
			return false
		}
		changed = append(changed, x)
		return true
	})
	return changed
}

// isActive reports whether there is a fault of this kind now.
func (t *timedFaults) isActive(kind TimedFaultKind, joint int) bool {
	return slices.ContainsFunc(t.active, func(x TimedFault) bool { return x.Kind == kind && x.Joint == joint })
}

// nextChange is when a fault begins or is over, as far as the clock says it, or otherwise if that is sooner.
func (t *timedFaults) nextChange(otherwise time.Duration) time.Duration {
	for _, x := range t.waiting {
		if x.Pick == 0 {
			otherwise = min(otherwise, x.At)
		}
	}
	for _, x := range t.active {
		otherwise = min(otherwise, x.At)
	}
	return otherwise
}
