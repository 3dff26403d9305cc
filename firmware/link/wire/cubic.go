package wire

// Cubic is one joint's interpolator: the arithmetic that the controller's
// 20 kHz interrupt performs, with the same rounding. A segment is the cubic
// through entry and exit state. The interpolator follows it in chords of four
// ticks: position advances every tick, velocity and its difference every
// fourth. The last tick lands exactly on the segment's end and exit velocity.
//
// Widths on the controller: position Q16.32 (48 bits), velocity Q0.40 (40
// bits), its two differences Q.40 (32 bits). The zero value rests at zero.
type Cubic struct {
	position       int64 // Q16.32 steps
	velocity       int64 // Q0.40 steps per tick, mean over the present chord
	diff1, diff2   int32 // Q.40 per chord, per chord²
	elapsed, ticks uint16
	end            int64 // Q16.32
	exit           int32 // Q0.32
}

// RestAt puts the joint at a position (1/256 step) without velocity.
func (c *Cubic) RestAt(position int32) {
	p := int64(position) << 24
	*c = Cubic{position: p, end: p}
}

// Start begins a segment at the present position and velocity; at the end of a
// segment these are its end and exit exactly. The segment must satisfy CheckSegment.
func (c *Cubic) Start(ticks uint16, end, exit int32) {
	c.startSegment(ticks, int64(end)<<24, exit)
}

// Ramp begins a straight deceleration to rest within ticks. Its end is on a
// multiple of 1/256 step.
func (c *Cubic) Ramp(ticks uint16) {
	v := c.velocity >> 8
	stop := c.position + v*int64(ticks)/2
	c.startSegment(ticks, (stop+1<<23)>>24<<24, 0)
}

func (c *Cubic) startSegment(ticks uint16, end int64, exit int32) {
	s := segmentCurve{ticks: int64(ticks), distance: end - c.position, entry: c.velocity >> 8, exit: int64(exit)}
	first, dv, ddv := s.chordDifferences()
	c.velocity, c.diff1, c.diff2 = first, int32(dv), int32(ddv)
	c.elapsed, c.ticks, c.end, c.exit = 0, ticks, end, exit
}

// Tick advances one tick; at rest it does nothing.
func (c *Cubic) Tick() {
	if c.elapsed == c.ticks {
		return
	}
	c.elapsed++
	if c.elapsed == c.ticks {
		c.finishSegment()
		return
	}
	c.position += c.velocity >> 8
	if c.elapsed&3 == 0 {
		c.velocity += int64(c.diff1)
		c.diff1 += c.diff2
	}
}

func (c *Cubic) finishSegment() {
	c.position, c.velocity = c.end, int64(c.exit)<<8
	c.diff1, c.diff2 = 0, 0
}

// Skip advances n ticks at once, with the same result as n times Tick.
func (c *Cubic) Skip(n uint16) {
	for n > 0 && c.elapsed < c.ticks {
		step := min(n, 4-c.elapsed&3)
		if c.elapsed+step >= c.ticks {
			c.elapsed = c.ticks
			c.finishSegment()
			return
		}
		c.position += c.velocity >> 8 * int64(step)
		c.elapsed += step
		n -= step
		if c.elapsed&3 == 0 {
			c.velocity += int64(c.diff1)
			c.diff1 += c.diff2
		}
	}
}

// TicksLeft returns the number of ticks to the end of the segment.
func (c *Cubic) TicksLeft() uint16 { return c.ticks - c.elapsed }

// WholeSteps returns where the motor stands: the whole step nearest to the position.
func (c *Cubic) WholeSteps() int32 { return int32((c.position + 1<<31) >> 32) }

// Position returns the position in 1/256 step, rounded down.
func (c *Cubic) Position() int32 { return int32(c.position >> 24) }

// Velocity returns the velocity in Q0.32 steps per tick.
func (c *Cubic) Velocity() int32 { return int32(c.velocity >> 8) }
