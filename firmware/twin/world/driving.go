package world

import "time"

// Voltages of the motors' supply, mV.
const (
	NominalSupplyMv = 12000
	SaggedSupplyMv  = 9000
)

// MoveMotors drives the motors to these steps and lets the world answer. It is called every millisecond of motion.
func (w *World) MoveMotors(now time.Duration, steps [3]float64) {
	w.watch.observeMotion(&w.truth, &w.witness, now, steps)
	w.arm.turnMotors(&w.truth, w.watch.motorAngles(w.truth.StepsPerDegree, steps))
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

// StepsPerDegree is how many steps of a motor turn its joint by a degree.
func (w *World) StepsPerDegree() float64 { return w.truth.StepsPerDegree }

// SetLimits tells the witness which limits the controller was given. With none, joints at their
// ends stall and break nothing.
func (w *World) SetLimits(l Limits) { w.watch.limits = l }

// StandAt tells the witness that the motors stand still at these steps, however they came to.
func (w *World) StandAt(steps [3]float64) { w.watch.standAt(steps) }

// ForgetLostSteps says that the controller has another idea of where the motors are: the switches
// have told it, or it has none. What they had lost before no longer displaces the arm.
func (w *World) ForgetLostSteps() { w.watch.slipped = [3]float64{} }

// MeasureWholeSteps tells the witness that its positions are whole steps, not parts of them.
func (w *World) MeasureWholeSteps() { w.watch.measureCoarse() }

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
