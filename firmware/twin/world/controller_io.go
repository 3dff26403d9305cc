package world

import (
	"time"
)

// Voltages of the motors' supply, mV.
const (
	NominalSupplyMv = 12000
	SaggedSupplyMv  = 9000
)

// MoveMotors drives the motors to these steps, and moves what the arm carries, presses on and sweeps
// into. A controller calls it in every millisecond of motion.
func (w *World) MoveMotors(now time.Duration, steps [3]float64) {
	motion := w.motors.drive(steps)
	w.witness.ObserveMotion(now, &motion)
	w.arm.followMotors(&w.truth, w.motors.angles(steps))
	w.UpdateVacuum(now)
	w.dropInTransit()
	w.touchCheckers(now)
	w.dirty = true
}

// MotorSteps returns where the motors really stand, in steps from their true zero.
func (w *World) MotorSteps() [3]float64 {
	var steps [3]float64
	for j, m := range w.arm.motorAngles {
		steps[j] = m * w.truth.StepsPerDegree
	}
	return steps
}

// SupplyMv returns the voltage of the motors' supply, in mV. The emergency button cuts it.
func (w *World) SupplyMv() int {
	switch {
	case w.estop:
		return 0
	case w.supplySag:
		return SaggedSupplyMv
	}
	return NominalSupplyMv
}

// SwitchClosed reports whether a joint's limit switch is closed.
func (w *World) SwitchClosed(joint int) bool {
	if w.switchStuckOpen[joint] {
		return false
	}
	if joint == 0 {
		return w.arm.motorAngles[joint] < w.truth.Switches[joint]
	}
	return w.arm.motorAngles[joint] > w.truth.Switches[joint]
}

// EstopIn reports whether the emergency button is in.
func (w *World) EstopIn() bool { return w.estop }

// ButtonClosed returns the electrical level of the red button, its bounces included.
func (w *World) ButtonClosed(now time.Duration) bool { return w.button.isClosed(now) }

// ButtonSettling reports that the red button was pressed, and its level has not settled as open again.
func (w *World) ButtonSettling(now time.Duration) bool { return w.button.isSettling(now) }

// Vacuum returns the state of pump and valve.
func (w *World) Vacuum() (pump, valve bool) { return w.nozzle.pump, w.nozzle.valve }

// Outputs returns what the controller shows to people now.
func (w *World) Outputs() Outputs { return w.outputs }

// SetOutputs changes what the controller shows to people.
func (w *World) SetOutputs(d Outputs) { w.outputs, w.dirty = d, true }
