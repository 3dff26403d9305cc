package twin

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/world"
)

// A Driver drives a world by what a host tells it. It is a step machine, owned by one goroutine.
type Driver interface {
	// Advance lets everything happen that is due until now, takes the bytes that arrive then, and
	// returns the bytes that leave then and the time at which it wants to be called again. The
	// bytes are valid until the next call.
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
	// Reset starts it anew, as a press of its reset button or the opening of its port does.
	Reset(now time.Duration, cause uint8)
	// Spoilt is how many pieces between two delimiters were no frames, since the last reset.
	Spoilt() uint64
}

var _ Driver = (*controller.Controller)(nil)

// A Device is a driver at the end of a cable, with the faults of both: what a host has before it.
// It is a step machine, owned by one goroutine.
type Device struct {
	Driver
	world    *world.World
	timed    timedFaults
	fromHost noisyLine
	toHost   noisyLine
}

// NewDevice powers up the virtual controller of a world, and gives both their faults.
func NewDevice(w *world.World, f FaultSchedule, cfg controller.Config) *Device {
	return ConnectDriver(w, controller.New(w, cfg), f, cfg.Seed)
}

// ConnectDriver puts the driver of a world at the end of a cable, and gives all of them their faults.
func ConnectDriver(w *world.World, driver Driver, f FaultSchedule, seed uint64) *Device {
	w.SetMiss(f.Miss)
	w.SetSlip(f.Slip)
	w.SetSensors(f.Sensors)
	return &Device{
		Driver: driver, world: w, timed: newTimedFaults(f),
		fromHost: newNoisyLine(f, seed, streamFromHost), toHost: newNoisyLine(f, seed, streamToHost),
	}
}

// Advance is the driver's, seen through the cable.
func (d *Device) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	d.injectFaults(now)
	cut := d.timed.isPresent(LineCut, 0)
	if cut || d.timed.isPresent(HostSilent, 0) {
		in = nil
	}
	out, next = d.Driver.Advance(now, d.fromHost.carryBytes(now, in))
	if cut {
		out = nil
	}
	out = d.toHost.carryBytes(now, out)
	return out, d.toHost.nextArrival(d.fromHost.nextArrival(d.timed.nextChange(next)))
}

// injectFaults lets begin what begins now, and ends what is over.
func (d *Device) injectFaults(now time.Duration) {
	for _, x := range d.timed.startAndEnd(now, d.world) {
		on := d.timed.isPresent(x.Kind, x.Joint)
		switch x.Kind {
		case ControllerReset:
			d.Reset(now, wire.ResetWatchdog)
		case EstopIn:
			d.world.Estop(on)
		case SupplySags:
			d.world.SetSupplySag(on)
		case LimitOpen:
			d.world.SetSwitchStuckOpen(x.Joint, on)
		}
	}
}

// CutLine makes the cable dead from now on, for a while.
func (d *Device) CutLine(now, lasts time.Duration) {
	d.timed.present = append(d.timed.present, TimedFault{Kind: LineCut, At: now + lasts})
}

// TimedFaults returns how many of the timed faults are still to come, and how many there are now.
func (d *Device) TimedFaults() (waiting, present int) {
	return len(d.timed.waiting), len(d.timed.present)
}
