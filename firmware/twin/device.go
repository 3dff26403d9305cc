package twin

import (
	"slices"
	"time"

	"crownhead/firmware/link/wire"
)

// A Device is a controller at the end of a cable, with the faults of both: what a host has before it. It is a step
// machine, owned by one goroutine.
type Device struct {
	Driver
	world    *World
	troubles troubles
	fromHost noise
	toHost   noise
}

// NewDevice powers up the controller of a world, and gives both their faults.
func NewDevice(w *World, f Faults, cfg ControllerConfig) *Device {
	return Cabled(w, NewController(w, cfg), f, cfg.Seed)
}

// Cabled puts the driver of a world at the end of a cable, and gives all of them their faults.
func Cabled(w *World, driver Driver, f Faults, seed uint64) *Device {
	w.SetMiss(f.Miss)
	w.SetSlip(f.Slip)
	w.SetSensors(f.Sensors)
	return &Device{
		Driver: driver, world: w, troubles: troubles{waiting: slices.Clone(f.Troubles)},
		fromHost: newNoise(f, seed, streamFromHost), toHost: newNoise(f, seed, streamToHost),
	}
}

// Advance is the controller's, seen through the cable.
func (d *Device) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	d.trouble(now)
	dead := d.troubles.has(LineCut, 0)
	if dead || d.troubles.has(HostSilent, 0) {
		in = nil
	}
	out, next = d.Driver.Advance(now, d.fromHost.spoil(now, in))
	if dead {
		out = nil
	}
	out = d.toHost.spoil(now, out)
	return out, d.toHost.next(d.fromHost.next(d.troubles.next(next)))
}

// trouble lets begin what begins now, and ends what is over.
func (d *Device) trouble(now time.Duration) {
	for _, x := range d.troubles.due(now, d.world) {
		if x.Kind == ControllerReset {
			d.Reset(now, wire.ResetWatchdog)
		}
		d.world.suffer(x.Kind, x.Joint, d.troubles.has(x.Kind, x.Joint))
	}
}

// Cut makes the cable dead from now on, for a while.
func (d *Device) Cut(now, lasts time.Duration) {
	d.troubles.present = append(d.troubles.present, Trouble{Kind: LineCut, At: now + lasts})
}

// Troubles tells how many of the faults that come at a time are still to come, and how many there are now.
func (d *Device) Troubles() (waiting, present int) {
	return len(d.troubles.waiting), len(d.troubles.present)
}
