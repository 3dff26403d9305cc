package controller

import (
	"testing"

	"crownhead/board"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/world"
)

// A host drives a controller by frames.
type host struct {
	*twintest.Host
	c *Controller
}

func newHost(t testing.TB, w *world.World) *host {
	c := New(w, Config{Seed: 1, BootDelay: twintest.BootDelay})
	return &host{Host: twintest.NewHost(t, w, c), c: c}
}

// homedHost is a host with a session, a set-up and a homed arm.
func homedHost(t testing.TB, w *world.World) *host {
	t.Helper()
	h := newHost(t, w)
	h.ConnectAndHome()
	return h
}

// startHost is a homed host of a robot without deviations; the board has the start position.
func startHost(t testing.TB) *host {
	t.Helper()
	return homedHost(t, exactStart())
}

// exactStart is a robot without deviations; the board has the start position.
func exactStart() *world.World { return twintest.ExactWorld(board.Start(), board.White) }
