// Package witness counts what a virtual robot does wrong: boards that differ from the game when the
// robot ends its turn, and motion that would damage or shake a real arm. It counts and goes on; it
// moves nothing.
//
// Motors are counted in steps, joints in degrees; time is a duration since an arbitrary epoch. A
// Witness has no goroutines and no clock, and is not safe for concurrent use.
package witness

import (
	"fmt"
	"maps"
	"time"

	"crownhead/firmware/twin/groundtruth"
)

const (
	limitMargin  = 1.05                   // factor by which a figure of SETUP may be exceeded
	elbowMargin  = 0.5                    // degrees by which the elbow's range may be exceeded
	dedupeWindow = 100 * time.Millisecond // violations of one kind that follow each other faster are one
	keptDetails  = 40
)

// Motion is one millisecond of motion of the three motors.
type Motion struct {
	Steps     [3]float64 // where the controller drives them; while it seeks its switches, where they stand
	Speed     [3]float64 // steps/s, without sign
	Accel     [3]float64 // steps/s², without sign, less what rounding alone can produce
	LostSteps [3]bool    // the motor could not follow
}

// A Witness counts the violations of one robot.
type Witness struct {
	stepsPerDegree     float64
	jointMin, jointMax [3]float64 // degrees, the mechanical end stops
	elbowMin, elbowMax float64    // degrees

	limits Limits
	counts Counts
	lastAt map[Violation]time.Duration // when a kind of violation was seen last
}

// New returns the witness of a robot. It knows no limits of SETUP yet.
func New(robot *groundtruth.Robot) *Witness {
	return &Witness{
		stepsPerDegree: robot.StepsPerDegree,
		jointMin:       robot.JointMin, jointMax: robot.JointMax,
		elbowMin: robot.ElbowMin - elbowMargin, elbowMax: robot.ElbowMax + elbowMargin,
		counts: Counts{Kinds: map[Violation]int{}},
		lastAt: map[Violation]time.Duration{},
	}
}

// SetLimits sets the limits that the controller was given; zero limits hold nothing against the motion.
func (n *Witness) SetLimits(l Limits) { n.limits = l }

// Counts is a copy of what has been counted so far; what the nozzle has done is not in it. Its lists
// are never nil, so that JSON has them as lists.
func (n *Witness) Counts() Counts {
	c := n.counts
	c.Kinds = maps.Clone(c.Kinds)
	c.MismatchDetails = append([]string{}, c.MismatchDetails...)
	c.ViolationDetails = append([]string{}, c.ViolationDetails...)
	return c
}

// CountViolation counts a violation; one that lasts counts once. It reports whether this one is new.
func (n *Witness) CountViolation(now time.Duration, kind Violation, format string, args ...any) bool {
	last, seen := n.lastAt[kind]
	n.lastAt[kind] = now
	if seen && now-last < dedupeWindow {
		return false
	}
	n.counts.Violations++
	n.counts.Kinds[kind]++
	if len(n.counts.ViolationDetails) < keptDetails {
		detail := fmt.Sprintf("%.3f s: %s: %s", now.Seconds(), kind, fmt.Sprintf(format, args...))
		n.counts.ViolationDetails = append(n.counts.ViolationDetails, detail)
	}
	return true
}

// CountVerification counts one comparison of the board with the game, and one mismatch if anything
// differs.
func (n *Witness) CountVerification(now time.Duration, differences []string) {
	n.counts.Verifications++
	if len(differences) == 0 {
		return
	}
	n.counts.BoardMismatches++
	for _, what := range differences {
		if len(n.counts.MismatchDetails) < keptDetails {
			n.counts.MismatchDetails = append(n.counts.MismatchDetails, fmt.Sprintf("%.3f s: %s", now.Seconds(), what))
		}
	}
}

// ObserveMotion counts what one millisecond of motion violates.
func (n *Witness) ObserveMotion(now time.Duration, m *Motion) {
	for j, steps := range m.Steps {
		speed, accel := m.Speed[j], m.Accel[j]
		if limit := n.limits.MaxSpeed[j]; limit > 0 && speed > limit*limitMargin {
			n.CountViolation(now, ViolationSpeed, "joint %d at %.0f steps/s, allowed %.0f", j+1, speed, limit)
		}
		if limit := n.limits.MaxAccel[j]; limit > 0 && accel > limit*limitMargin {
			n.CountViolation(now, ViolationAccel, "joint %d at %.0f steps/s², allowed %.0f", j+1, accel, limit)
		}
		if m.LostSteps[j] {
			n.CountViolation(now, ViolationLostSteps, "joint %d at %.0f steps/s, %.0f steps/s²", j+1, speed, accel)
		}
		angle := steps / n.stepsPerDegree
		low, high := n.limits.Min[j], n.limits.Max[j] // equal while no limits are known
		if angle < n.jointMin[j] || angle > n.jointMax[j] || low < high && (steps < low-1 || steps > high+1) {
			n.CountViolation(now, ViolationLimit, "joint %d at %.2f°", j+1, angle)
		}
	}
	if elbow := (m.Steps[1] - m.Steps[2]) / n.stepsPerDegree; elbow < n.elbowMin || elbow > n.elbowMax {
		n.CountViolation(now, ViolationElbow, "elbow at %.2f°", elbow)
	}
}
