package world

import (
	"time"
)

// Voltages of the motors' supply, mV.
const (
	NominalSupplyMv = 12000
	SaggedSupplyMv  = 9000
)

// MoveMotors drives the motors to these steps and lets the world answer. It is called every millisecond
// of motion.
func (w *World) MoveMotors(now time.Duration, steps [3]float64) {
	w.witness.ObserveMotion(now, steps)
	w.arm.turnMotors(&w.truth, w.witness.MotorAngles(steps))
	w.UpdateVacuum(now)
	w.dropSlipping()
	w.touchCheckers(now)
	w.changed = true
}

// MotorSteps is where the motors really stand, in steps from their true zero.
func (w *World) MotorSteps() [3]float64 {
	var steps [3]float64
	for j, m := range w.arm.motor {
		steps[j] = m * w.truth.StepsPerDegree
	}
	return steps
}

// SupplyMv is the voltage of the motors, mV; the emergency button cuts it.
func (w *World) SupplyMv() int {
	switch {
	case w.estop:
		return 0
	case w.sags:
		return SaggedSupplyMv
	}
	return NominalSupplyMv
}

// SwitchClosed reports whether a joint's limit switch is closed.
func (w *World) SwitchClosed(joint int) bool {
	if w.open[joint] {
		return false
	}
	if joint == 0 {
		return w.arm.motor[joint] < w.truth.Switches[joint]
	}
	return w.arm.motor[joint] > w.truth.Switches[joint]
}

// EstopIn reports whether the emergency button is in.
func (w *World) EstopIn() bool { return w.estop }

// ButtonClosed is the electrical level of the red button, its bounces included.
func (w *World) ButtonClosed(now time.Duration) bool { return w.button.isClosed(now) }

// ButtonBusy reports that the level of the red button has not come to rest after a press.
func (w *World) ButtonBusy(now time.Duration) bool { return w.button.isBusy(now) }

// Vacuum returns the state of pump and vent.
func (w *World) Vacuum() (pump, vent bool) { return w.nozzle.pump, w.nozzle.vent }

// Display is what the controller shows to people now.
func (w *World) Display() Display { return w.display }

// Show changes what the controller shows to people.
func (w *World) Show(d Display) { w.display, w.changed = d, true }
