package link

import (
	"slices"
	"time"
)

// How long a device is left alone after it could not be opened, and after it
// was no controller.
const (
	retryFirst    = 100 * time.Millisecond
	retryLast     = 2 * time.Second
	strangerFirst = 5 * time.Second
	strangerLast  = time.Minute
)

// A search decides which device is opened next. It opens nothing itself and has
// no clock.
type search struct {
	port  string   // a name, or Auto
	usb   []string // identities that may be the controller's
	known Device   // where the controller was met last
	tries map[Device]trial
}

// A trial is what came of opening a device.
type trial struct {
	due  time.Time     // not before is it tried again
	wait time.Duration // the next time it is left alone for longer
}

// pick returns the device to open at now. When there is none, wait says when to
// look again; no device at all may be among those listed.
func (s *search) pick(now time.Time, devices []Device) (d Device, wait time.Duration, ok bool) {
	candidates := s.candidates(devices)
	s.forget(candidates)
	wait = retryLast // by then another may have been plugged in
	for _, d := range candidates {
		left := s.tries[d].due.Sub(now)
		if left <= 0 {
			return d, 0, true
		}
		wait = min(wait, left)
	}
	return Device{}, wait, false
}

// candidates are the devices that may be the controller, the likeliest first.
func (s *search) candidates(devices []Device) []Device {
	if s.port != Auto {
		return []Device{s.follow(devices)}
	}
	var some []Device
	for _, d := range devices {
		if suits(s.usb, d) {
			some = append(some, d)
		}
	}
	slices.SortStableFunc(some, func(a, b Device) int { return s.likeness(b) - s.likeness(a) })
	return some
}

// follow is the named port, or, when that is gone, the port where the
// controller that was there has appeared instead.
func (s *search) follow(devices []Device) Device {
	d, listed := named(devices, s.port)
	if listed || s.known.Serial == "" {
		return d
	}
	for _, other := range devices {
		if s.likeness(other) == same {
			return other
		}
	}
	return d
}

// How much a device is like the controller that was met last.
const (
	unlike = iota
	place  // another device where it was
	same
)

func (s *search) likeness(d Device) int {
	switch {
	case s.known.Serial != "" && d.Serial == s.known.Serial && d.USB == s.known.USB:
		return same
	case d.Name == s.known.Name:
		return place
	}
	return unlike
}

// forget drops what is known of devices that are gone: who plugs one in again
// wants it looked at.
func (s *search) forget(present []Device) {
	for d := range s.tries {
		if !slices.Contains(present, d) {
			delete(s.tries, d)
		}
	}
}

// failed notes that the device could not be opened, or went away.
func (s *search) failed(now time.Time, d Device) { s.again(now, d, retryFirst, retryLast) }

// strange notes that no controller answered there.
func (s *search) strange(now time.Time, d Device) { s.again(now, d, strangerFirst, strangerLast) }

func (s *search) again(now time.Time, d Device, first, last time.Duration) {
	wait := min(max(s.tries[d].wait, first), last)
	s.tries[d] = trial{due: now.Add(wait), wait: 2 * wait}
}

// met notes that the controller is there.
func (s *search) met(d Device) {
	delete(s.tries, d)
	s.known = d
}
