// Package live runs a robot in real time: an event loop around robot.Core, with a serial port, an engine in a
// goroutine of its own, commands from any goroutine, and snapshots and statuses that pages subscribe to.
// [Daemon.Run] starts all goroutines and waits for them before it returns.
package live
