// Package link is the host's end of the line to the controller.
//
// Machine is the protocol as a step machine: bytes and time in, bytes and
// events out; it owns handshake, set-up, heartbeat, time-outs, flow control and
// the latch of a stop. It has no goroutine and no clock, and one owner calls
// it. Session is the port around it: it finds the device among those that the
// system lists, opens it again for ever and hands over what it reads; its
// goroutines end when Run returns. A device that is not listed in Config.USB is
// not opened unless it is named; one where no controller answers is closed
// again and left alone for a while.
//
// Positions are in 1/256 motor step, velocities in Q0.32 steps per tick of
// 50 µs, as on the wire; Setup and Config are in degrees. Occupancy bits are
// places as firmware/PROTOCOL.md numbers them: what square a place is depends
// on the visitor's side, which the link does not know. It plans no motion and
// retries no command of its own accord: a stopped arm stays stopped.
package link
