package doctor

import (
	"context"
	"time"

	"crownhead/firmware/link"
)

const (
	faceTime = 400 * time.Millisecond // for each picture of the test pattern
	homeWait = 35 * time.Second       // the controller gives up after 30 s
	pumpTime = time.Second
	pumpWait = 10 * time.Second
)

// Face shows a test pattern: all lamps of the eyes, then every other one, with brows and neck to one side, to the
// other, and straight. Whether a person sees it, no sensor knows.
func (x *HardwareCheck) Face(ctx context.Context) Finding {
	if !x.up {
		return unreachedFinding("face")
	}
	const swing, straight = 120, 0 // µs
	for _, p := range []struct {
		row   uint8
		shift float64
	}{{0xff, swing}, {0xaa, -swing}, {0x00, straight}} {
		var rows [16]uint8
		for i := range rows {
			rows[i] = p.row
		}
		pulse := uint16(x.cfg.Servos.Centre + p.shift)
		x.controller.protocol.Leds(rows)
		x.controller.protocol.Servos([4]uint16{pulse, pulse, pulse, pulse})
		x.controller.waitUntil(ctx, faceTime, func() bool { return false })
	}
	if !x.controller.protocol.State().Up {
		return Finding{
			"face", Bad,
			"the line was lost while brows and neck moved",
			"the servos need a supply of their own, not the controller's",
		}
	}
	return okFinding(
		"face",
		"test pattern shown: all lamps lit, every other one; brows and neck to either side. What stayed dark or "+
			"still has a loose plug",
	)
}

// Home runs to the limit switches, if told to: it moves the arm.
func (x *HardwareCheck) Home(ctx context.Context, move bool) Finding {
	st := x.controller.protocol.State()
	switch {
	case !x.up:
		return unreachedFinding("homing")
	case !move:
		return skippedFinding("homing", "it moves the arm to its limit switches",
			"crownhead doctor --move, with hands off the table")
	case x.mustStandStill(st):
		return skippedFinding("homing", "real hardware does not move while the configuration says calibrated: false",
			"crownhead calibrate corners homes it under your eyes")
	}
	x.say("the arm moves now: hands off the table")
	began := time.Now()
	if err := x.controller.protocol.Home(); err != nil {
		return Finding{"homing", Bad, err.Error(), "crownhead run, and clear the stop on the page"}
	}
	x.controller.waitUntil(ctx, homeWait, func() bool {
		return x.controller.protocol.State().Homed || x.hasStopped() || !x.controller.protocol.State().Up
	})
	if !x.controller.protocol.State().Homed {
		return Finding{
			"homing", Bad,
			"the limit switches were not found: " + x.faultReason(),
			"look at the switch, its plug and its wire; does the joint reach it, and does link.homing have the " +
				"right signs?",
		}
	}
	return okFinding("homing", "all three switches found in %.1f s; the arm stands at them", time.Since(began).Seconds())
}

// hasStopped reports whether the controller has stopped since the last wait began.
func (x *HardwareCheck) hasStopped() bool {
	_, stopped := x.controller.findEvent(link.EventStopped)
	return stopped
}

// faultReason is the reason of the first fault since the last wait began.
func (x *HardwareCheck) faultReason() string {
	if e, ok := x.controller.findEvent(link.EventFault); ok {
		return e.Reason + " (joint " + []string{"base", "upper arm", "forearm"}[min(int(e.Fault.Joint), 2)] + ")"
	}
	return "no answer in time"
}

// Pump switches pump and valve, if told to; the arm must have been homed, for the controller takes no queue before.
func (x *HardwareCheck) Pump(ctx context.Context, on bool) Finding {
	switch {
	case !x.up:
		return unreachedFinding("pump")
	case !on:
		return skippedFinding("pump", "it makes a noise and lifts what lies below the nozzle",
			"crownhead doctor --pump, which homes the arm first")
	case !x.controller.protocol.State().Homed:
		return skippedFinding("pump", "the arm is not homed", "see homing")
	}
	x.say("the pump runs for a second")
	before := x.controller.supply
	x.controller.supply = 0
	dwell := uint16(pumpTime.Milliseconds())
	steps := []link.Actuate{{ID: 1, Pump: 1, DwellMs: dwell}, {ID: 2, Valve: 1, DwellMs: dwell / 2}, {ID: 3}}
	for _, a := range steps {
		if err := x.controller.protocol.Actuate(a); err != nil {
			return Finding{"pump", Bad, err.Error(), "run the doctor again"}
		}
	}
	ran := false
	done := x.controller.waitUntil(ctx, pumpWait, func() bool {
		st := x.controller.protocol.State()
		ran = ran || st.Pumping
		return ran && st.Idle && !st.Pumping
	})
	least := x.controller.supply
	if before != 0 {
		x.controller.supply = before
	}
	if !done {
		return Finding{
			"pump", Bad,
			"it was told to run, and the controller did not confirm it",
			"reset the controller; then its firmware is at fault",
		}
	}
	return okFinding(
		"pump",
		"on for %g s, then the valve open; the supply fell to %.1f V. Heard nothing? Look at pump, valve and "+
			"their driver",
		pumpTime.Seconds(),
		float64(least)/1000,
	)
}
