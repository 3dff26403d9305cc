package sensors

import "crownhead/robot/turn"

const (
	calmRate     = 4 // changes in a minute at which a sensor that flickered may be unmasked
	neededInARow = 3 // times in a row that a masked sensor has to be right until it is unmasked
)

// A MaskTable holds why sensors are masked, and what they have read since. It counts by places, for a mask
// belongs to a sensor, whichever colour the visitor plays.
type MaskTable struct {
	places [32]maskedPlace
}

// A maskedPlace is one entry; its reason is "" for a sensor that isn't masked.
type maskedPlace struct {
	reason   turn.MaskReason
	right    int  // how often in a row the sensor has been right
	lastFull bool // what it was right about last: a checker, or none
}

// Reason returns why the sensor of a place is masked, "" when it isn't.
func (m *MaskTable) Reason(place int) turn.MaskReason { return m.places[place].reason }

// SetReason masks the sensor of a place, or unmasks it with the reason "". It reports whether that changes
// anything: a masked sensor keeps its reason, unless the operator masks it.
func (m *MaskTable) SetReason(place int, reason turn.MaskReason) (changed bool) {
	was := m.places[place].reason
	if was == reason || was != "" && reason != "" && reason != turn.ReasonOperator {
		return false
	}
	m.places[place].reason, m.places[place].right = reason, 0
	return true
}

// Restore masks the sensor of a place as an earlier run has left it. A place that isn't on the board is ignored.
func (m *MaskTable) Restore(place int, reason turn.MaskReason) {
	if place >= 0 && place < len(m.places) {
		m.places[place].reason = reason
	}
}

// CompareReading compares what a masked sensor reads with what is known to be on its place, and reports whether the
// sensor is to be unmasked: it has been right several times in a row, about a checker and about none in turn, and has
// not changed more often than a hand makes it. The operator's masks stay.
func (m *MaskTable) CompareReading(place int, reads, full bool, lastMinute int) (unmask bool) {
	p := &m.places[place]
	switch {
	case p.reason == turn.ReasonOperator:
		return false
	case reads != full:
		p.right = 0
		return false
	case p.right > 0 && full == p.lastFull:
		return false
	}
	p.right++
	p.lastFull = full
	return p.right >= neededInARow && lastMinute <= calmRate
}
