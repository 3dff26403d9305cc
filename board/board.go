// Package board knows Russian draughts (Draughts-64): squares, sets of squares, positions, legal moves, draws, and
// their notation (FEN, moves, PDN).
//
// Everything is a value. A [Position] is four words and a colour; a [Game] shares its past with the games that it was
// made from, so that playing on one copy never disturbs another. Nothing here has a goroutine, a clock or a file; every
// function may be called from any goroutine.
//
// Squares are counted as the robot's sensors are wired: from a1 rightwards and upwards over the 32 dark squares (a1 c1
// e1 g1 b2 … h8), and a [Bits] has one bit a square in this order. The numbers 1 … 32 of the notation (1 = b8, 32 = g1)
// appear only in [Square.Number] and in FEN.
//
// A [Move] is known by its two ends and the set of captured pieces: two ways round the same pieces are one move. The
// squares on the way are found by [Position.Path] when somebody wants to show or write them.
//
// The package does not search, judge or read PDN, and it does not know what sensors saw: that is board/sensing.
package board
