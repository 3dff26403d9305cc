// Package wire is the line format between host and controller: frames,
// messages, the reliable half of the protocol, and the arithmetic by which the
// controller interpolates a motion segment. firmware/PROTOCOL.md describes it,
// so that the C firmware needs nothing else; this package and that text say
// the same.
//
// Units on the wire: positions in 1/256 motor step (int32), velocities in
// steps per tick as signed Q0.32, accelerations in steps per tick² as signed
// Q.40, one tick is 50 µs. All numbers are little-endian.
//
// Nothing here reads a clock, starts a goroutine or touches a port: time is
// passed in. Handshake, heartbeat and time-outs live in package link (host)
// and in the controller.
package wire
