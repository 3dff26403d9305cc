// Package match plays engines against each other and says how much stronger one is than the other, with bounds.
//
// Every opening is played twice with the colours reversed: a pair. Strength is estimated from pairs, not from games,
// because the two games of a pair are not independent; so are the bounds and the sequential test. A pair is worth 0 to
// 4 half points of A's, and how many pairs were worth how much is the pentanomial count from which all else follows.
//
// Sides are described by a text ([ParseSide]): a level of play, a search with its options, a search that asks the
// network of a file or of a generation, or a program that speaks the Hub protocol. With limits of nodes or depth
// the result of a match depends on its seed alone, not on the machine and not on how many games are played at once:
// each game begins with players that have forgotten everything, and pairs are counted in the order in which they
// were drawn.
//
// [Match.Play] owns the goroutines that play and waits for them. Elo is the logistic one, seen from A.
package match
