package twin

import (
	"math"
	"time"
)

// roughest is how far a joint's acceleration may jump where segments meet, as a part of the greatest that SETUP allows: a
// jerk-limited motion stays below a third of it, one that shakes the arm jumps from the greatest to its contrary.
const roughest = 1

// smooth judges how an item joins what is queued. No real arm refuses a jump, it shakes; so the witness tells, and the
// controller goes on.
func (c *Controller) smooth(now time.Duration, it item) {
	m := &c.motion
	if it.actuate {
		m.bend = [3]float64{}
		return
	}
	for j := range m.last {
		begins, ends := bends(m.last[j].Position, m.last[j].Velocity, it, j)
		jump := math.Abs(begins-m.bend[j]) * (1 << 40)
		if most := float64(c.setup.rates.MaxAccel[j]); jump > roughest*most {
			c.world.fault(now, FaultJerk, "item %d: joint %d: acceleration jumps by %.0f %% of the greatest allowed", it.id, j+1, 100*jump/most)
		}
		m.bend[j] = ends
	}
}

// bends is the acceleration of joint j at the segment's two ends, steps per tick²: the cubic's second derivative there.
func bends(position, velocity int32, it item, j int) (begins, ends float64) {
	const unit = 1 << 32
	ticks := float64(it.ticks)
	mean := (float64(it.end[j]) - float64(position)) / subSteps / ticks
	entry, exit := float64(velocity)/unit, float64(it.exit[j])/unit
	return (6*mean - 4*entry - 2*exit) / ticks, (2*entry + 4*exit - 6*mean) / ticks
}
