// Package search is an alpha-beta player of Russian draughts: iterative deepening, a transposition table, captures
// followed to their end, and the draw rules known inside the tree.
//
// Draws are handled soundly in three ways. The counters of the rules belong to the identity of a table entry, so a
// score found with a fresh count is never used for a nearly full one. A position met a second time below the root, or
// a third time with the moves of the game, is a draw; a score that depends on such a repetition of a position further
// up is not stored, because it holds on that path only (the graph history interaction problem). The converse, a stored
// score whose line would repeat a position of the present path, is accepted: the counters rule most such cases out,
// since with kings on both sides they change with every ply.
//
// Endings that the tables of engine/endgame have are not searched where they are drawn, or won before any count of the
// draw rules can be full. Where a win may take too long the search goes on, because the counts may save the loser.
//
// Scores are hundredths of a man for the side to move. An Engine serves one caller at a time, and checks its context
// and the clock every 1024 positions. With Options.Threads it starts goroutines that search beside the caller and share
// the table (lazy SMP); they have ended when it returns. Where nodes or, with one thread, depth are the only limits, a
// new Engine gives the same answer on every machine. There is no opening book.
package search
