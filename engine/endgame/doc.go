// Package endgame knows how endings of few pieces end: for every position of up to four pieces whether the side to move
// wins, draws or loses by the best play of both, and in how many plies the loser has no piece or no move left. The winner
// takes the shortest way, the loser the longest. Draw counters and repetition are left out: who asks must see whether the
// rules leave so many moves. Colours are folded: every position is turned so that the side to move is White.
//
// A position's pieces make its [Signature], and each signature has a [table] of one byte a position. The tables of up to
// four pieces are in the program (0.9 MB); each is unpacked when it is first asked for (7 MB and a tenth of a second for
// all). In positions where the side to move must capture nothing is stored: the captures are played out when somebody
// asks.
//
// [Build] makes tables: a solver goes backwards from decided positions, then [Tables.Verify] goes forwards through all of
// them and compares each with its successors. The two share the numbers of positions and the rules of board, no more.
// For four pieces that takes a quarter of a minute of one core.
//
// # Five pieces and six
//
// Of up to four pieces there are 6 408 836 positions, of five 139 450 808, of six 2 426 085 676. The five, built and
// verified on one core, took eight minutes of it, and 20 MB packed; the longest win takes 109 plies. Unpacked one by one
// they fill about 150 MB. Six would take 17 times as much: two hours and a half, 360 MB, and 2.6 GB unpacked; the
// largest pair of signatures needs 0.8 GB while it is solved. Results without distances would fit into a quarter of that,
// which a laptop has.
//
// Nothing here has a goroutine or a clock. Probes may come from any goroutine, allocate nothing once the table is
// unpacked, and take about 0.2 µs.
package endgame
