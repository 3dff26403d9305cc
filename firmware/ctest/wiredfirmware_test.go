package ctest

import (
	"strings"
	"testing"
)

// Where the limit switches open again, degrees, and how the motors stand when the power comes on: somewhere, or
// so that homing does not take long.
var (
	switchesAt   = [3]float64{-80, 100, 10}
	atPowerOn    = [3]float64{5, 70, -20}
	nearSwitches = [3]float64{-78, 99, 9}
)

const stepsPerDegree = 32000.0 / 360

// A wiredFirmware firmware is the whole of it with what hangs on its pins: joints that turn as the step pulses
// say, and switches that close accordingly.
type wiredFirmware struct {
	*firmwareProcess
	on    target
	stood [3]float64 // angles when the power came on
	pace  int        // ms of a turn

	field   uint32
	buttons uint8
	supply  int
	nothing [3]bool // switches that never close
	closed  [3]bool // switches that are stuck
	flip    [3]bool // switches that read the other way now
}

func newWiredFirmware(t testing.TB, on target, stood [3]float64) *wiredFirmware {
	t.Helper()
	r := &wiredFirmware{firmwareProcess: startFirmware(t, on), on: on, stood: stood, pace: 1, supply: 12000}
	r.reset()
	return r
}

// reset is what opening the port does.
func (r *wiredFirmware) reset() {
	r.t.Helper()
	r.command("reset")
	if r.words == nil {
		r.words = strings.Fields("- 0 0 0 0 0 0 0 0 0 0 0 -")
	}
}

// advance is a millisecond, or more where nothing depends on one: these bytes arrive, and those come back.
func (r *wiredFirmware) advance(in []byte) []byte {
	r.t.Helper()
	if len(in) > 0 {
		r.command("receive %s", toHex(in))
	}
	r.command("in %d %d %d %d", r.switchLevels(), r.field, r.buttons, r.supply)
	r.query("run %d", r.pace)
	return fromHex(r.t, r.words[0])
}

// switchLevels are what the limit switches read.
func (r *wiredFirmware) switchLevels() (mask int) {
	for j, at := range switchesAt {
		beyond := r.angle(j) > at
		if j == 0 {
			beyond = r.angle(j) < at
		}
		if (beyond && !r.nothing[j] || r.closed[j]) != r.flip[j] {
			mask |= 1 << j
		}
	}
	return mask
}

// steps is how many pulses a joint has had, with their direction.
func (r *wiredFirmware) steps(j int) int64 { return r.wordInt(1 + j) }

// allSteps is that of all joints.
func (r *wiredFirmware) allSteps() [3]int64 { return [3]int64{r.steps(0), r.steps(1), r.steps(2)} }

// angle is where a joint really stands, degrees.
func (r *wiredFirmware) angle(j int) float64 { return r.stood[j] + float64(r.steps(j))/stepsPerDegree }

// The pins.
func (r *wiredFirmware) driversOn() bool { return r.words[4] == "1" }
func (r *wiredFirmware) pumping() bool   { return r.words[5] == "1" }
func (r *wiredFirmware) venting() bool   { return r.words[6] == "1" }
func (r *wiredFirmware) lampLit() bool   { return r.words[7] == "1" }

func (r *wiredFirmware) servos() []string { return r.words[8:12] }
func (r *wiredFirmware) eyes() string     { return r.words[12] }
