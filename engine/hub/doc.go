// Package hub speaks the Hub protocol, version 2, by which programs that play draughts and programs that show boards
// understand each other: lines of a command and name=value pairs, over standard input and output. [Serve] is the engine's end,
// [Client] is the other, with an engine in a process of its own.
//
// The variant is "russian": a position is 33 characters, the side to move and the squares 1 … 32 of the notation (1 = b8,
// 32 = g1); moves are numbers, 22-17, and a capture lists every square that it takes something from: 22x15x18. Times are seconds,
// scores men. A position comes with the moves that repetitions and the counts of the
// draw rules depend on.
//
// Each end owns the goroutines that it starts and waits for them. Every wait of the client is bounded, and its process is
// killed, if need be, and waited for.
package hub
