// Package live runs a robot in real time: with a serial port, an engine in its own goroutine, commands from any goroutine,
// and the statuses that pages subscribe to. [Daemon.Run] starts all goroutines and waits for them before it returns.
package live
