package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// Why the processor was reset is told as it says it; without a flag the boot loader has cleared them, and it was
// the port.
func TestResetCauses(t *testing.T) {
	r := newWiredFirmware(t, board, nearSwitches)
	for _, c := range []struct {
		flags int // PORF 1, EXTRF 2, BORF 4, WDRF 8
		cause uint8
	}{
		{1, wire.ResetPower}, {1 | 4, wire.ResetPower}, {2, wire.ResetExternal}, {4, wire.ResetBrownout}, {8, wire.ResetWatchdog}, {0, wire.ResetExternal},
	} {
		r.command("reset %d", c.flags)
		h := newRawHost(t, r)
		h.run(20 * ms)
		if m := h.shakeHands(1); m.Cause != c.cause {
			t.Errorf("flags %d: %s, want %s", c.flags, wire.ResetReason(m.Cause), wire.ResetReason(c.cause))
		}
	}
}

// The watchdog lets a program that lives alone, in motion as well, and resets one that hangs: the arm's drivers
// and the vacuum are off then, and the host hears why.
func TestWatchdog(t *testing.T) {
	r := newWiredFirmware(t, dog, nearSwitches)
	h := newRawHost(t, r)
	h.run(50 * ms)
	boot := h.shakeHands(1).Boot
	h.sendReliable(limits, homing, rates)
	h.run(50 * ms)
	h.homeArm()
	h.sendReliable(wire.Actuate{ID: 1, Pump: 1}, h.hopSegment(2, 0.5, 2048))
	h.run(2000 * ms)
	if !r.driversOn() || !r.pumping() || h.status.Done != 2 {
		t.Fatalf("drivers %t, pump %t, %+v", r.driversOn(), r.pumping(), h.status)
	}
	h.forgetHeard()
	r.command("hang")
	h.run(600 * ms)
	if r.driversOn() || r.pumping() {
		t.Errorf("drivers %t, pump %t", r.driversOn(), r.pumping())
	}
	if m := h.shakeHands(2); m.Boot == boot || m.Cause != wire.ResetWatchdog {
		t.Errorf("%+v, the boot before was %d", m, boot)
	}
}
