package controller

import (
	"math"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	homingLimit = 30 * time.Second // a switch not found in this time is not there
	sampleRate  = 1000             // per second: homing goes by milliseconds
)

// Stages of homing one joint.
const (
	seek  = iota // towards the switch
	brake        // on the switch, to rest
	leave        // slowly off it
	found        // where the switch opened
)

// homing is the search for the limit switches.
type homing struct {
	active bool
	since  time.Duration
	joints [3]switchSearch
}

// A switchSearch is the homing of one joint.
type switchSearch struct {
	stage int
	speed float64 // steps/s
	gone  float64 // steps in this stage
}

// homingSpeeds are one joint's, steps/s; decel is by how much its speed may change in a millisecond.
type homingSpeeds struct{ fast, slow, decel float64 }

func homingSpeedsOf(s *setup, j int) homingSpeeds {
	const perSecond = 1e6 / wire.TickMicros
	return homingSpeeds{
		fast:  float64(s.homing.Fast[j]) / (1 << 32) * perSecond,
		slow:  float64(s.homing.Slow[j]) / (1 << 32) * perSecond,
		decel: float64(s.rates.StopAccel[j]) / (1 << 40) * perSecond * perSecond / sampleRate,
	}
}

// seekSwitch is one millisecond of a joint's homing. It returns the joint's speed, steps/s.
func (q *switchSearch) seekSwitch(closed bool, v homingSpeeds) float64 {
	want, stage := v.fast, q.stage
	switch q.stage {
	case seek:
		if closed {
			q.stage = brake
		}
	case brake:
		want = 0
		if q.speed == 0 {
			q.stage = leave
		}
	case leave:
		want = -math.Copysign(v.slow, v.fast)
		if !closed {
			q.stage, q.speed, want = found, 0, 0
		}
	}
	q.speed += min(max(want-q.speed, -v.decel), v.decel)
	if q.gone += math.Abs(q.speed) / sampleRate; q.stage != stage {
		q.gone = 0
	}
	return q.speed
}

// lostSwitch reports whether a switch should long have been found or left, and whose.
func (h *homing) lostSwitch(now time.Duration, s *setup) (joint uint8, lost bool) {
	for j, q := range h.joints {
		whole := float64(s.limits.Max[j]-s.limits.Min[j]) / subSteps
		if q.stage == seek && q.gone > 1.1*whole || q.stage == leave && q.gone > 0.1*whole {
			return uint8(j), true
		}
	}
	return 0, now-h.since > homingLimit
}
