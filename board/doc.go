// Package board knows Russian draughts (Draughts-64): squares, sets of squares, positions, legal moves, draws, and
// their notation (FEN, moves, PDN).
//
// Everything is a value. A [Position] is three bitboards and the side to move. A [Game] shares its past with
// the games from which it was made, so playing on one copy never changes another. Nothing here has a goroutine,
// a clock or a file; every function may be called from any goroutine.
//
// Squares are counted as the robot's sensors are wired: from a1 to the right and upwards over the 32 dark
// squares (a1 c1 e1 g1 b2 … h8). A [Bits] has one bit for each square, in this order. The numbers 1 … 32 of the
// notation (1 = b8, 32 = g1) appear only in [Square.Number] and in FEN.
//
// A [Move] is identified by its two ends and the set of captured pieces: two ways round the same pieces are one move.
// [Position.Path] finds the squares on the way for callers that show or write them.
//
// The package does not search, does not evaluate positions and does not read PDN. What the sensors under the
// board see is the subject of board/sensing.
package board
