// Package robot plays the turn: what the board, the button, the link, the arm and the engine report comes in as events,
// what is to be done goes out as effects.
//
// At its heart is [Step], a pure function from a state and an event to the next state and what follows from it. Around
// it stands [Core], which composes the link, the settling of the sensors, Step, the arm's runner and the face into one
// step machine: bytes in, bytes out, no goroutine and no clock. Two loops drive a Core: [Daemon.Run] with ports and the wall
// clock, [RunFast] with virtual time and devices in memory. Every event is a line of the journal, which is a sensor log
// too: [Replay] runs it again and says where the outcome differs from what was written.
//
// Time is a duration since an arbitrary epoch; in journals it has a resolution of one millisecond. Squares are logical
// squares of the board: places, as the wire counts them, are turned into squares at the edge of Core.
//
// Goroutines are started by Daemon.Run alone, which waits for all of them before it returns. The package doesn't choose moves
// (engine), doesn't know poses (arm) and holds no sentence (face/say): it says keys with squares.
package robot
