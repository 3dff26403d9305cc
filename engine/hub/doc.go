// Package hub speaks the Hub protocol, version 2, by which draughts engines and programs with a board talk to each
// other: lines of a command and name=value pairs, over standard input and output. [Serve] is the engine's end;
// [Client] is the other end, with an engine in a process of its own.
//
// The variant is "russian". A position is 33 characters, the side to move and the squares 1 … 32 of the notation (1
// = b8, 32 = g1). Moves are numbers, as in 22-17; a capture lists every square of a captured piece: 22x15x18. Times
// are seconds, scores are men. A position comes with the moves on which repetitions and the counts of the draw
// rules depend.
//
// Each end owns the goroutines that it starts and waits for them. The client limits every wait; it kills its
// process, if need be, and waits for it.
package hub
