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

// Face shows a test pattern: all lamps of the eyes, then every other one, with brows and neck to one side, to the other,
// and straight. Nothing tells whether it is seen.
func (x *HardwareCheck) Face(ctx context.Context) Check {
	if !x.up {
		return unreached("face")
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
		x.rig.machine.Leds(rows)
		x.rig.machine.Servos([4]uint16{pulse, pulse, pulse, pulse})
		x.rig.until(ctx, faceTime, func() bool { return false })
	}
	if !x.rig.machine.State().Up {
		return Check{"face", Bad, "the line was lost while brows and neck moved", "the servos need a supply of their own, not the controller's"}
	}
	return good("face", "test pattern shown: all lamps lit, every other one; brows and neck to either side. What stayed dark or still has a loose plug")
}

// Home runs to the limit switches, if told to: it moves the arm.
func (x *HardwareCheck) Home(ctx context.Context, move bool) Check {
	st := x.rig.machine.State()
	switch {
	case !x.up:
		return unreached("homing")
	case !move:
		return unchecked("homing", "it moves the arm to its limit switches", "crownhead doctor --move, with hands off the table")
	case x.fixed(st):
		return unchecked("homing", "real hardware does not move while the configuration says calibrated: false", "crownhead calibrate corners homes it under your eyes")
	}
	x.say("the arm moves now: hands off the table")
	began := time.Now()
	if err := x.rig.machine.Home(); err != nil {
		return Check{"homing", Bad, err.Error(), "crownhead run, and clear the stop on the page"}
	}
	x.rig.until(ctx, homeWait, func() bool { return x.rig.machine.State().Homed || x.stopped() || !x.rig.machine.State().Up })
	if !x.rig.machine.State().Homed {
		return Check{"homing", Bad, "the limit switches were not found: " + x.why(), "look at the switch, its plug and its wire; does the joint reach it, and does link.homing have the right signs?"}
	}
	return good("homing", "all three switches found in %.1f s; the arm stands at them", time.Since(began).Seconds())
}

// stopped tells whether the controller has given up since until was called.
func (x *HardwareCheck) stopped() bool {
	_, stopped := x.rig.event(link.EventStopped)
	return stopped
}

// why is the last fault's reason.
func (x *HardwareCheck) why() string {
	if e, ok := x.rig.event(link.EventFault); ok {
		return e.Reason + " (joint " + []string{"base", "upper arm", "forearm"}[min(int(e.Fault.Joint), 2)] + ")"
	}
	return "no answer in time"
}

// Pump switches pump and valve, if told to; the arm must have been homed, for the controller takes no queue before.
func (x *HardwareCheck) Pump(ctx context.Context, on bool) Check {
	switch {
	case !x.up:
		return unreached("pump")
	case !on:
		return unchecked("pump", "it makes a noise and lifts what lies below the nozzle", "crownhead doctor --pump, which homes the arm first")
	case !x.rig.machine.State().Homed:
		return unchecked("pump", "the arm is not homed", "see homing")
	}
	x.say("the pump runs for a second")
	before := x.rig.supply
	x.rig.supply = 0
	dwell := uint16(pumpTime.Milliseconds())
	steps := []link.Actuate{{ID: 1, Pump: 1, DwellMs: dwell}, {ID: 2, Valve: 1, DwellMs: dwell / 2}, {ID: 3}}
	for _, a := range steps {
		if err := x.rig.machine.Actuate(a); err != nil {
			return Check{"pump", Bad, err.Error(), "ask again"}
		}
	}
	ran := false
	done := x.rig.until(ctx, pumpWait, func() bool {
		st := x.rig.machine.State()
		ran = ran || st.Pumping
		return ran && st.Idle && !st.Pumping
	})
	least := x.rig.supply
	if before != 0 {
		x.rig.supply = before
	}
	if !done {
		return Check{"pump", Bad, "it was told to run, and the controller did not say that it has", "reset the controller; then its firmware is at fault"}
	}
	return good("pump", "on for %g s, then the valve open; the supply fell to %.1f V. Heard nothing? Look at pump, valve and their driver", pumpTime.Seconds(), float64(least)/1000)
}
