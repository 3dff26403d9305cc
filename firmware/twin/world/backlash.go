package world

import "crownhead/firmware/twin/groundtruth"

// A linkage is the arm's mechanics: motors that drive links through gears with play.
type linkage struct {
	motorAngles [3]float64 // degrees of the gear's input: base, upper arm, forearm
	linkAngles  [3]float64 // degrees of the links themselves
	tip         groundtruth.Point
}

// followMotors turns the motors and takes the links along as far as the play lets them.
func (l *linkage) followMotors(r *groundtruth.Robot, motor [3]float64) {
	l.motorAngles = motor
	half := r.Backlash / 2
	for j, m := range motor {
		l.linkAngles[j] = min(max(l.linkAngles[j], m-half), m+half)
	}
	l.tip = r.TipAt(l.linkAngles)
}
