// Package endgame knows how endings of few pieces end: for every position of up to four pieces whether the side to
// move wins, draws or loses by the best play of both, and in how many plies the loser has no piece or no move left
// (distance-to-win). The winner takes the shortest way, the loser the longest. Draw counters and repetition are
// left out: the caller must see whether the rules leave that many moves. Colours are folded: every position is
// turned so that the side to move is White.
//
// A position's pieces make its [Signature], and each signature has a table of one byte a position. The tables of
// up to four pieces are in the program (0.9 MB); each is unpacked at its first probe (7 MB and a tenth of a second
// for all). Positions in which the side to move must capture are not stored: a probe plays the captures out.
//
// [Build] makes tables by retrograde analysis: a solver goes backwards from decided positions. Then [Tables.Verify]
// goes forwards through all positions and compares each with its successors. The two share only the numbering of
// positions and the rules of board. For four pieces that takes a quarter of a minute of one core.
//
// # Five pieces and six
//
// Of up to four pieces there are 6 408 836 positions, of five 139 450 808, of six 2 426 085 676. The five, built
// and verified on one core, took eight minutes of it, and 20 MB packed; the longest win takes 109 plies. Unpacked
// one by one they fill about 150 MB. Six would take 17 times as much: two hours and a half, 360 MB, and 2.6 GB
// unpacked; the largest pair of signatures needs 0.8 GB while it is solved. Results without distances would fit
// into a quarter of that, which a laptop has.
//
// The package starts no goroutine and has no clock. Any goroutine may probe. A probe allocates nothing once the
// table is unpacked, and takes about 0.2 µs.
package endgame
