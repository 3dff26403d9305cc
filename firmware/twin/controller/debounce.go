package controller

// debounce follows a button's level, and accepts one that has lasted for ten milliseconds.
type debounce struct {
	level    bool // as accepted last
	bouncing bool // the last sample differed from it
	stableMs int  // for how long samples have differed from it
}

// sampleLevel takes one millisecond's level and reports a press.
func (d *debounce) sampleLevel(raw bool) (pressed bool) {
	const settledMs = 10
	if raw == d.level {
		d.stableMs, d.bouncing = 0, false
		return false
	}
	d.bouncing = true
	if d.stableMs++; d.stableMs < settledMs {
		return false
	}
	d.level, d.stableMs, d.bouncing = raw, 0, false
	return raw
}
