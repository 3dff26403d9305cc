package link

import (
	"slices"
	"time"
)

// How long a device is left alone after it could not be opened, and after no controller answered there.
const (
	minOpenBackoff     = 100 * time.Millisecond
	maxOpenBackoff     = 2 * time.Second
	minNoAnswerBackoff = 5 * time.Second
	maxNoAnswerBackoff = time.Minute
)

// A deviceSearch decides which device is opened next. It opens nothing itself and has no clock.
type deviceSearch struct {
	port           string   // a name, or Auto
	usb            []string // USB ids that may be the controller's
	lastController Device   // where the controller answered last
	backoffs       map[Device]backoff
}

// A backoff is when something may be tried again. Its waits double.
type backoff struct {
	due  time.Time
	wait time.Duration // the next one
}

func (b backoff) extended(now time.Time, shortest, longest time.Duration) backoff {
	wait := min(max(b.wait, shortest), longest)
	return backoff{due: now.Add(wait), wait: 2 * wait}
}

// nextDevice returns the device to open now. It returns false if there is none; wait is then how long to wait before
// it is called again.
func (s *deviceSearch) nextDevice(now time.Time, devices []Device) (d Device, wait time.Duration, ok bool) {
	candidates := s.candidates(devices)
	s.forgetAbsent(candidates)
	wait = maxOpenBackoff // by then another device may have been plugged in
	for _, d := range candidates {
		left := s.backoffs[d].due.Sub(now)
		if left <= 0 {
			return d, 0, true
		}
		wait = min(wait, left)
	}
	return Device{}, wait, false
}

// candidates returns the devices that may be the controller, the likeliest first.
func (s *deviceSearch) candidates(devices []Device) []Device {
	if s.port != Auto {
		return []Device{s.followNamed(devices)}
	}
	var matching []Device
	for _, d := range devices {
		if hasUSBID(s.usb, d) {
			matching = append(matching, d)
		}
	}
	slices.SortStableFunc(matching, func(a, b Device) int { return s.similarity(b) - s.similarity(a) })
	return matching
}

// followNamed returns the named port. If that is gone, it returns the port where its controller has appeared instead.
func (s *deviceSearch) followNamed(devices []Device) Device {
	d, listed := findNamed(devices, s.port)
	if listed || s.lastController.Serial == "" {
		return d
	}
	for _, other := range devices {
		if s.similarity(other) == sameDevice {
			return other
		}
	}
	return d
}

// How similar a device is to the controller that answered last.
const (
	differentDevice = iota
	samePlace       // another device where the controller was
	sameDevice
)

func (s *deviceSearch) similarity(d Device) int {
	switch {
	case s.lastController.Serial != "" && d.Serial == s.lastController.Serial && d.USB == s.lastController.USB:
		return sameDevice
	case d.Name == s.lastController.Name:
		return samePlace
	}
	return differentDevice
}

// forgetAbsent drops the backoffs of devices that are gone: a device that is plugged in again is tried at once.
func (s *deviceSearch) forgetAbsent(present []Device) {
	for d := range s.backoffs {
		if !slices.Contains(present, d) {
			delete(s.backoffs, d)
		}
	}
}

// noteFailure records that the device could not be opened, or went away.
func (s *deviceSearch) noteFailure(now time.Time, d Device) {
	s.backoffs[d] = s.backoffs[d].extended(now, minOpenBackoff, maxOpenBackoff)
}

// noteNoAnswer records that no controller answered there.
func (s *deviceSearch) noteNoAnswer(now time.Time, d Device) {
	s.backoffs[d] = s.backoffs[d].extended(now, minNoAnswerBackoff, maxNoAnswerBackoff)
}

// noteController records that the controller is there.
func (s *deviceSearch) noteController(d Device) {
	delete(s.backoffs, d)
	s.lastController = d
}
