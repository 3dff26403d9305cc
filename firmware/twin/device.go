package twin

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// A Controller moves a world by what a host sends. It is a step machine, owned by one goroutine.
type Controller interface {
	// Advance simulates everything that is due until now, takes the bytes that arrive then, and
	// returns the bytes that leave then and the time at which it wants to be called again. The
	// bytes are valid until the next call.
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
	// Reset starts the controller anew, as a press of its reset button or the opening of its port does.
	Reset(now time.Duration, cause uint8)
	// BadFrames is how many stretches between two delimiters were no frames, since the last reset.
	BadFrames() uint64
}

var _ Controller = (*controller.Controller)(nil)

// A Device is a controller at the end of a cable, with faults injected into both. It is what a host
// is connected to. It is a step machine, owned by one goroutine.
type Device struct {
	controller Controller
	world      *world.World
	timed      timedFaults
	fromHost   noisyLine
	toHost     noisyLine
}

// NewDevice powers up the virtual controller of a world, and connects it with these faults.
func NewDevice(w *world.World, f FaultConfig, cfg controller.Config) *Device {
	return ConnectController(w, controller.New(w, cfg), f, cfg.Seed)
}

// ConnectController puts the controller of a world at the end of a cable. It injects the faults into
// the world, the controller and the cable.
func ConnectController(w *world.World, c Controller, f FaultConfig, seed uint64) *Device {
	w.SetPickMissChance(f.PickMiss)
	w.SetTransitDropChance(f.TransitDrop)
	w.SetReleaseDelay(f.ReleaseDelay)
	w.SetSensorFaults(f.Sensors)
	return &Device{
		controller: c, world: w, timed: newTimedFaults(f.Timed),
		fromHost: newNoisyLine(f, seed, groundtruth.StreamFromHost),
		toHost:   newNoisyLine(f, seed, groundtruth.StreamToHost),
	}
}

// Reset resets the controller, as a press of its reset button does.
func (d *Device) Reset(now time.Duration, cause uint8) { d.controller.Reset(now, cause) }

// BadFrames is how many stretches between two delimiters from the host were no frames, since the
// controller's last reset.
func (d *Device) BadFrames() uint64 { return d.controller.BadFrames() }

// Advance is the controller's Advance as the host sees it through the cable.
func (d *Device) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	d.injectFaults(now)
	cut := d.timed.isActive(LineCut, 0)
	if cut || d.timed.isActive(HostSilent, 0) {
		in = nil
	}
	out, next = d.controller.Advance(now, d.fromHost.carryBytes(now, in))
	if cut {
		out = nil
	}
	out = d.toHost.carryBytes(now, out)
	return out, min(next, d.timed.nextChange(), d.fromHost.nextArrival(), d.toHost.nextArrival())
}

// injectFaults starts the faults that begin now, and ends those that are over.
func (d *Device) injectFaults(now time.Duration) {
	for _, f := range d.timed.takeBegun(now, d.world) {
		if f.Kind == ControllerReset {
			d.Reset(now, wire.ResetWatchdog)
		}
		d.setFault(f.Kind, f.Joint, true)
	}
	for _, f := range d.timed.takeEnded(now) {
		d.setFault(f.kind, f.joint, d.timed.isActive(f.kind, f.joint)) // another one of its kind may last longer
	}
}

// setFault switches a fault of the world on or off.
func (d *Device) setFault(kind TimedFaultKind, joint int, on bool) {
	switch kind {
	case EstopIn:
		d.world.Estop(on)
	case SupplySag:
		d.world.SetSupplySag(on)
	case SwitchStuckOpen:
		d.world.SetSwitchStuckOpen(joint, on)
	}
}

// CutLine cuts the cable now, for a while.
func (d *Device) CutLine(now, lasts time.Duration) { d.timed.start(LineCut, 0, now+lasts) }

// TimedFaults returns how many of the timed faults are still to come, and how many are active.
func (d *Device) TimedFaults() (waiting, active int) {
	return len(d.timed.waiting), len(d.timed.active)
}
