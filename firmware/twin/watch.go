package twin

import "time"

// Mechanical limits of the arm, degrees: beyond them something breaks.
var (
	jointLow  = [3]float64{-95, -20.5, -102.5}
	jointHigh = [3]float64{95, 105.5, 18.5}
)

const (
	elbowLow   = 20.0
	elbowHigh  = 155.0
	margin     = 1.05 // by which a figure of SETUP may be exceeded
	slipSteps  = 64   // steps lost at once: four full ones
	sampleRate = 1000 // per second
)

// Limits are the figures of SETUP that the witness holds the motion against, in steps and seconds; zero is "not told".
type Limits struct {
	Min, Max           [3]float64
	MaxSpeed, MaxAccel [3]float64
}

// A watch looks at the motors once a millisecond.
type watch struct {
	limits  Limits
	stride  int          // ms over which speed is taken
	window  int          // ms: the half over which acceleration is taken
	grain   float64      // steps: what positions are rounded to
	past    [][3]float64 // ring of positions, over both halves
	at      int
	slipped [3]float64 // steps that the motors have lost since homing
}

// fine is for positions that are rounded to 1/256 step.
func (k *watch) fine() { k.span(1, 4, 1.0/subSteps) }

// coarse is for positions that are whole steps: over less than that, rounding looks like acceleration.
func (k *watch) coarse() { k.span(20, 20, 1) }

func (k *watch) span(stride, window int, grain float64) {
	k.stride, k.window, k.grain, k.at = stride, window, grain, 0
	k.past = make([][3]float64, 2*window+1)
}

// rest tells the watch that the motors stand still at these steps.
func (k *watch) rest(steps [3]float64) {
	for i := range k.past {
		k.past[i] = steps
	}
}

// home forgets lost steps: the switches have told where the motors are.
func (k *watch) home() { k.slipped = [3]float64{} }

// look judges one millisecond of motion.
func (k *watch) look(w *World, now time.Duration, steps [3]float64) {
	n := len(k.past)
	k.at = (k.at + 1) % n
	k.past[k.at] = steps
	before := func(ms int) [3]float64 { return k.past[(k.at+n-ms)%n] }
	last, middle, first := before(k.stride), before(k.window), before(2*k.window)
	half, stands := float64(k.window)/sampleRate, steps
	for j := range steps {
		speed := (steps[j] - last[j]) * sampleRate / float64(k.stride)
		accel := (steps[j] - 2*middle[j] + first[j]) / (half * half)
		k.judge(w, now, j, speed, accel)
		if k.limits == (Limits{}) {
			stands[j] = k.stall(w.truth.StepsPerDegree, j, steps[j])
		}
		k.within(w, now, j, stands[j])
	}
	k.elbow(w, now, stands)
}

func (k *watch) judge(w *World, now time.Duration, j int, speed, accel float64) {
	half := float64(k.window) / sampleRate
	fast, hard := max(speed, -speed), max(accel, -accel)-2*k.grain/(half*half) // so much can be rounding
	if limit := k.limits.MaxSpeed[j]; limit > 0 && fast > limit*margin {
		w.fault(now, FaultSpeed, "joint %d at %.0f steps/s, allowed %.0f", j+1, fast, limit)
	}
	if limit := k.limits.MaxAccel[j]; limit > 0 && hard > limit*margin {
		w.fault(now, FaultAccel, "joint %d at %.0f steps/s², allowed %.0f", j+1, hard, limit)
	}
	perDegree := w.truth.StepsPerDegree
	if fast <= w.truth.StallSpeed*perDegree && hard <= w.truth.StallAccel*perDegree {
		return
	}
	w.fault(now, FaultSteps, "joint %d at %.0f steps/s, %.0f steps/s²", j+1, fast, hard)
	if speed > 0 {
		k.slipped[j] += slipSteps
	} else {
		k.slipped[j] -= slipSteps
	}
}

// stall holds a joint at its mechanical end and returns where it stands: while no limits are told, it looks for its switch, and a
// motor that never finds it stalls there, slowly, and breaks nothing.
func (k *watch) stall(perDegree float64, j int, steps float64) float64 {
	stands := min(max(steps-k.slipped[j], jointLow[j]*perDegree), jointHigh[j]*perDegree)
	k.slipped[j] = steps - stands
	return stands
}

// motor is where the motors stand, degrees, when they are driven to these steps.
func (k *watch) motor(t *Truth, steps [3]float64) (motor [3]float64) {
	for j, s := range steps {
		motor[j] = (s - k.slipped[j]) / t.StepsPerDegree
	}
	return motor
}

// within judges one joint's position.
func (k *watch) within(w *World, now time.Duration, j int, steps float64) {
	angle := steps / w.truth.StepsPerDegree
	told := k.limits.Max[j] > k.limits.Min[j]
	if angle < jointLow[j] || angle > jointHigh[j] || told && (steps < k.limits.Min[j]-1 || steps > k.limits.Max[j]+1) {
		w.fault(now, FaultLimit, "joint %d at %.2f°", j+1, angle)
	}
}

func (k *watch) elbow(w *World, now time.Duration, steps [3]float64) {
	angle := (steps[1] - steps[2]) / w.truth.StepsPerDegree
	if angle < elbowLow-0.5 || angle > elbowHigh+0.5 {
		w.fault(now, FaultElbow, "elbow at %.2f°", angle)
	}
}
