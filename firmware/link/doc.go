// Package link is the host's end of the line to the controller.
//
// HostProtocol is the protocol as a step machine: bytes and time in, bytes and events out. It owns handshake,
// set-up, heartbeat, time-outs, flow control and the latch of a stop. It has no goroutine and no clock, and one
// owner calls it.
//
// PortManager is the port around it. It finds the device among those that the system lists, opens it again for ever
// and hands over what it reads. Its goroutines end when Run returns. It opens no device that is not listed in
// Config.USB, unless the configuration names it. It closes a device where no controller answers, and leaves it alone
// for a while.
//
// Positions are in 1/256 motor step, velocities in Q0.32 steps per tick of 50 µs, as on the wire; Setup and Config
// are in degrees. Occupancy bits are places as firmware/PROTOCOL.md numbers them: which square a place is depends on
// the visitor's side, which the link does not know. The package plans no motion and retries no command of its own
// accord: a stopped arm stays stopped.
package link
