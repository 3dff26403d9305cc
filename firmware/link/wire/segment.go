package wire

// Bounds of the motion arithmetic. They keep every intermediate value within
// the widths that PROTOCOL.md gives.
const (
	MinTicks     = 20   // 1 ms
	MaxTicks     = 2048 // a longer motion is several segments
	maxRampTicks = 16383

	MaxPosition = 32000 << 8 // 1/256 step, either side of zero
	MaxSpeed    = 1932735283 // 0.45 step per tick, Q0.32: 9000 steps/s
	MaxAccel    = 1 << 27    // steps per tick², Q.40: 48 828 steps/s²

	// SubSteps is how many units of a position make one motor step.
	SubSteps = 256
	// TickMicros is the length of a tick.
	TickMicros = 50
)

// segmentCurve is one joint's cubic p(t) = p0 + v0·t + a·t² + b·t³ over 0…ticks:
// distance in Q.32 steps, velocities in Q0.32 steps per tick. All sums and
// products below stay within 63 bits for what CheckSegment lets pass.
type segmentCurve struct{ ticks, distance, entry, exit int64 }

// quadratic returns the term a·T² in Q.32.
func (s segmentCurve) quadratic() int64 { return 3*s.distance - (2*s.entry+s.exit)*s.ticks }

// cubic returns the term b·T³ in Q.32.
func (s segmentCurve) cubic() int64 { return (s.entry+s.exit)*s.ticks - 2*s.distance }

// chordDifferences returns the mean velocity of the first chord of four ticks, its
// first difference and its constant second difference, in Q.40:
// v0 + 4a + 16b, 8a + 96b, 96b.
func (s segmentCurve) chordDifferences() (vel, dv, ddv int64) {
	t2 := s.ticks * s.ticks
	a4 := divRound(s.quadratic()<<10, t2)
	b96 := divRound(s.cubic()*96<<8, t2*s.ticks)
	return s.entry<<8 + a4 + divRound(b96, 6), 2*a4 + b96, b96
}

// endAccelerations returns the acceleration at both ends, Q.40 steps per tick²; between
// them it is linear.
func (s segmentCurve) endAccelerations() (entry, exit int64) {
	t2 := s.ticks * s.ticks
	a, b := s.quadratic()<<9, s.cubic()*6<<8
	return divRound(a, t2), divRound(a+b, t2)
}

// middleVelocity returns the velocity half-way, Q0.32.
func (s segmentCurve) middleVelocity() int64 {
	return (6*s.distance/s.ticks - s.entry - s.exit) / 4
}

// divRound divides to the nearest, halves away from zero; d is positive.
func divRound(n, d int64) int64 {
	if n < 0 {
		return -((-n + d/2) / d)
	}
	return (n + d/2) / d
}

// Knot is a joint's state between two segments: position in 1/256 step,
// velocity in Q0.32 steps per tick.
type Knot struct{ Position, Velocity int32 }

// JointLimits are one joint's bounds, as SETUP sets them.
type JointLimits struct {
	Min, Max           int32 // 1/256 step
	MaxSpeed, MaxAccel int32 // Q0.32, Q.40
}

// CheckSegment returns zero when a joint may run the segment, else the fault code and the value that is out of
// bounds. Both ends agree on it, so that the host can check before it sends.
func CheckSegment(from, to Knot, ticks uint16, lim JointLimits) (fault uint8, detail int32) {
	if ticks < MinTicks || ticks > MaxTicks {
		return FaultTicks, int32(ticks)
	}
	if to.Position < lim.Min || to.Position > lim.Max {
		return FaultLimit, to.Position
	}
	s := segmentCurve{
		ticks: int64(ticks), distance: (int64(to.Position) - int64(from.Position)) << 24,
		entry: int64(from.Velocity), exit: int64(to.Velocity),
	}
	if v := s.distance / s.ticks; abs(v) > 1<<31-1 {
		return FaultSpeed, saturate(v)
	}
	for _, v := range [2]int64{s.exit, s.middleVelocity()} {
		if abs(v) > int64(lim.MaxSpeed) {
			return FaultSpeed, saturate(v)
		}
	}
	entry, exit := s.endAccelerations()
	for _, a := range [2]int64{entry, exit} {
		if abs(a) > int64(lim.MaxAccel)+accelSlack(ticks) {
			return FaultAccel, saturate(a)
		}
	}
	return 0, 0
}

// accelSlack returns the acceleration, Q.40, that rounding both positions to 1/256
// step may add.
func accelSlack(ticks uint16) int64 { return 6 << 32 / (int64(ticks) * int64(ticks)) }

// RampTicks returns the duration of a stop from the given velocities (Q0.32)
// within the decelerations (Q.40): all joints take the time of the slowest, so
// that the nozzle goes straight on.
func RampTicks(vel, decel [3]int32) uint16 {
	ticks := int64(MinTicks)
	for j, v := range vel {
		d := max(int64(decel[j]), 1)
		ticks = max(ticks, (abs(int64(v))<<8+d-1)/d)
	}
	return uint16(min(ticks, maxRampTicks))
}

func abs(v int64) int64 { return max(v, -v) }

func saturate(v int64) int32 { return int32(min(max(v, -1<<31), 1<<31-1)) }
