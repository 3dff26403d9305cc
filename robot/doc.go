// Package robot is the whole robot without its ports, engine and clock: [Core] composes the link, the debouncing of the
// sensors, the turn (turn.Step), the arm's runner and the face into one step machine, bytes in and bytes out.
//
// Two loops drive a Core: robot/live with ports and the wall clock, robot/virtual with virtual time and devices
// in memory. Every event is a line of the journal (robot/journal).
//
// Time is a duration since an arbitrary epoch; in journals it has a resolution of one millisecond. Squares are
// logical squares of the board: places, as the wire counts them, are turned into squares at the edge of Core.
//
// A Core starts goroutines for one purpose: a journal or a calibration is written to disk in one, so that a disk that
// hangs holds Core up for 150 ms at most. The package doesn't choose moves (engine), doesn't know poses (arm) and holds
// no sentences (face/say): it says keys with squares.
package robot
