package world

import "crownhead/firmware/twin/groundtruth"

// A linkage is the arm behind its motors: gears with backlash, and links.
type linkage struct {
	motorAngles [3]float64 // degrees of the gear's input: base, upper arm, forearm
	linkAngles  [3]float64 // degrees of the links themselves
	tip         groundtruth.Point
}

// followMotors turns the gears to these motor angles, and takes the links along as far as the backlash lets them.
func (l *linkage) followMotors(r *groundtruth.Robot, motor [3]float64) {
	l.motorAngles = motor
	half := r.Backlash / 2
	for j, m := range motor {
		l.linkAngles[j] = min(max(l.linkAngles[j], m-half), m+half)
	}
	l.tip = r.TipAt(l.linkAngles)
}
