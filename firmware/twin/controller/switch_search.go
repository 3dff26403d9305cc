package controller

import (
	"math"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	homingTimeout = 30 * time.Second // a homing that lasts longer has failed
	sampleRate    = 1000             // per second: homing is simulated in milliseconds
)

// Stages of homing one joint.
const (
	seekSwitch = iota // towards the switch
	brake             // on the switch, to rest
	backOff           // slowly off it
	found             // where the switch opened
)

// homing is the search for the limit switches.
type homing struct {
	active    bool
	startedAt time.Duration
	joints    [3]switchSearch
}

// A switchSearch is the homing of one joint.
type switchSearch struct {
	stage     int
	speed     float64 // steps/s
	travelled float64 // steps in this stage
}

// homingSpeeds are one joint's, steps/s; decel is by how much its speed may change in a millisecond.
type homingSpeeds struct{ fast, slow, maxStep float64 }

func homingSpeedsOf(s *setup, j int) homingSpeeds {
	const perSecond = 1e6 / wire.TickMicros
	return homingSpeeds{
		fast:    float64(s.homing.Fast[j]) / (1 << 32) * perSecond,
		slow:    float64(s.homing.Slow[j]) / (1 << 32) * perSecond,
		maxStep: float64(s.rates.StopAccel[j]) / (1 << 40) * perSecond * perSecond / sampleRate,
	}
}

// advance simulates one millisecond of a joint's homing, and returns the joint's speed in steps/s.
func (q *switchSearch) advance(closed bool, v homingSpeeds) float64 {
	want, stage := v.fast, q.stage
	switch q.stage {
	case seekSwitch:
		if closed {
			q.stage = brake
		}
	case brake:
		want = 0
		if q.speed == 0 {
			q.stage = backOff
		}
	case backOff:
		want = -math.Copysign(v.slow, v.fast)
		if !closed {
			q.stage, q.speed, want = found, 0, 0
		}
	}
	q.speed += min(max(want-q.speed, -v.maxStep), v.maxStep)
	if q.travelled += math.Abs(q.speed) / sampleRate; q.stage != stage {
		q.travelled = 0
	}
	return q.speed
}

// failedJoint reports whether the homing has failed, and at which joint: a switch should long have been
// found or left. When the whole takes too long, it names the base.
func (h *homing) failedJoint(now time.Duration, s *setup) (joint uint8, failed bool) {
	for j, q := range h.joints {
		whole := float64(s.limits.Max[j]-s.limits.Min[j]) / wire.SubSteps
		if q.stage == seekSwitch && q.travelled > 1.1*whole || q.stage == backOff && q.travelled > 0.1*whole {
			return uint8(j), true
		}
	}
	return 0, now-h.startedAt > homingTimeout
}
