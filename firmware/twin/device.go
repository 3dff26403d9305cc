package twin

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/world"
)

// A Controller drives a world by what a host tells it. It is a step machine, owned by one goroutine.
type Controller interface {
	// Advance lets everything happen that is due until now, takes the bytes that arrive then, and
	// returns the bytes that leave then and the time at which it wants to be called again. The
	// bytes are valid until the next call.
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
	// Reset starts it anew, as a press of its reset button or the opening of its port does.
	Reset(now time.Duration, cause uint8)
	// BadFrames is how many pieces between two delimiters were no frames, since the last reset.
	BadFrames() uint64
}

var _ Controller = (*controller.Controller)(nil)

// A Device is a driver at the end of a cable, with the faults of both: what a host has before it.
// It is a step machine, owned by one goroutine.
type Device struct {
	controller Controller
	world      *world.World
	timed      timedFaults
	fromHost   noisyLine
	toHost     noisyLine
}

// NewDevice powers up the virtual controller of a world, and gives both their faults.
func NewDevice(w *world.World, f FaultConfig, cfg controller.Config) *Device {
	return ConnectController(w, controller.New(w, cfg), f, cfg.Seed)
}

// ConnectController puts the driver of a world at the end of a cable, and gives all of them their faults.
func ConnectController(w *world.World, c Controller, f FaultConfig, seed uint64) *Device {
	w.SetPickMissChance(f.PickMiss)
	w.SetTransitDropChance(f.TransitDrop)
	w.SetSensorFaults(f.Sensors)
	return &Device{
		controller: c, world: w, timed: newTimedFaults(f),
		fromHost: newNoisyLine(f, seed, streamFromHost), toHost: newNoisyLine(f, seed, streamToHost),
	}
}

// Reset resets the controller, as a press of its reset button does.
func (d *Device) Reset(now time.Duration, cause uint8) { d.controller.Reset(now, cause) }

// BadFrames is how many stretches between two delimiters from the host were no frames, since the
// controller's last reset.
func (d *Device) BadFrames() uint64 { return d.controller.BadFrames() }

// Advance is the controller's Advance, seen through the cable.
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
	return out, d.toHost.nextArrival(d.fromHost.nextArrival(d.timed.nextChange(next)))
}

// injectFaults lets begin what begins now, and ends what is over.
func (d *Device) injectFaults(now time.Duration) {
	for _, x := range d.timed.update(now, d.world) {
		on := d.timed.isActive(x.Kind, x.Joint)
		switch x.Kind {
		case ControllerReset:
			d.Reset(now, wire.ResetWatchdog)
		case EstopIn:
			d.world.Estop(on)
		case SupplySag:
			d.world.SetSupplySag(on)
		case SwitchStuckOpen:
			d.world.SetSwitchStuckOpen(x.Joint, on)
		}
	}
}

// CutLine makes the cable dead from now on, for a while.
func (d *Device) CutLine(now, lasts time.Duration) {
	d.timed.active = append(d.timed.active, TimedFault{Kind: LineCut, At: now + lasts})
}

// TimedFaults returns how many of the timed faults are still to come, and how many there are now.
func (d *Device) TimedFaults() (waiting, present int) {
	return len(d.timed.waiting), len(d.timed.active)
}
