package twin

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/twintest"
)

// A host is connected to a device with faults.
type host struct {
	*twintest.Host
	device     *Device
	controller *watchedController
}

// A watchedController remembers what has come through its cable, and its resets.
type watchedController struct {
	*controller.Controller
	lastBytesAt time.Duration
	resets      []reset
}

type reset struct {
	at    time.Duration
	cause uint8
}

func (c *watchedController) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	if len(in) > 0 {
		c.lastBytesAt = now
	}
	return c.Controller.Advance(now, in)
}

func (c *watchedController) Reset(now time.Duration, cause uint8) {
	c.resets = append(c.resets, reset{now, cause})
	c.Controller.Reset(now, cause)
}

// newHost is a host whose arm is not homed yet.
func newHost(t *testing.T, f FaultConfig) *host {
	w := twintest.ExactWorld(board.Start(), board.White)
	c := &watchedController{Controller: controller.New(w, controller.Config{Seed: 1, BootDelay: twintest.BootDelay})}
	d := ConnectController(w, c, f, 1)
	return &host{Host: twintest.NewHost(t, w, d), device: d, controller: c}
}

func homedHost(t *testing.T, f FaultConfig) *host {
	t.Helper()
	h := newHost(t, f)
	h.ConnectAndHome()
	return h
}
