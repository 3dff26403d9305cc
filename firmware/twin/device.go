package twin

import (
	"math/rand/v2"
	"slices"
	"time"

	"crownhead/firmware/link/wire"
)

// A Device is a controller at the end of a cable, with the faults of both: what a host has before it. It is a step
// machine, owned by one goroutine.
type Device struct {
	Driver
	faults   Faults
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
	f.Cuts, f.Resets = slices.Clone(f.Cuts), slices.Sorted(slices.Values(f.Resets))
	return &Device{
		Driver: driver, faults: f,
		fromHost: newNoise(f, seed, streamFromHost), toHost: newNoise(f, seed, streamToHost),
	}
}

// Advance is the controller's, seen through the cable.
func (d *Device) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	for len(d.faults.Resets) > 0 && d.faults.Resets[0] <= now {
		d.faults.Resets = d.faults.Resets[1:]
		d.Reset(now, wire.ResetWatchdog)
	}
	dead := d.dead(now)
	if dead {
		in = nil
	}
	out, next = d.Driver.Advance(now, d.fromHost.spoil(in))
	if dead {
		out = nil
	}
	if len(d.faults.Resets) > 0 {
		next = min(next, d.faults.Resets[0])
	}
	return d.toHost.spoil(out), next
}

// Cut makes the cable dead from now on, for a while.
func (d *Device) Cut(now, lasts time.Duration) {
	d.faults.Cuts = append(slices.DeleteFunc(d.faults.Cuts, func(c Cut) bool { return now-c.From >= c.For }), Cut{From: now, For: lasts})
}

// dead tells that nothing passes the cable.
func (d *Device) dead(now time.Duration) bool {
	return slices.ContainsFunc(d.faults.Cuts, func(c Cut) bool { return now >= c.From && now-c.From < c.For })
}

// noise is one direction of a bad cable.
type noise struct {
	flip, drop float64
	rng        *rand.Rand
}

func newNoise(f Faults, seed, stream uint64) noise {
	return noise{flip: f.Flip, drop: f.Drop, rng: rand.New(rand.NewPCG(seed, stream))}
}

// spoil passes bytes through the cable, in place, and returns what arrives.
func (n noise) spoil(data []byte) []byte {
	if n.flip == 0 && n.drop == 0 {
		return data
	}
	arrived := data[:0]
	for _, b := range data {
		if n.rng.Float64() < n.drop {
			continue
		}
		if n.rng.Float64() < n.flip {
			b ^= 1 << n.rng.IntN(8)
		}
		arrived = append(arrived, b)
	}
	return arrived
}
