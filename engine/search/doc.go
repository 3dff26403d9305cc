// Package search is an alpha-beta player of Russian draughts: iterative deepening, a transposition table, captures
// followed to their end, and the draw rules known inside the tree.
//
// Three things keep draws right in nearly all cases. The draw counters belong to the identity of a table entry, so a
// score found with fresh counters is never used where one has almost run out. A position met a second time below the
// root, or a third time with the moves of the game, is a draw. A score that depends on a repetition of a position
// further up is not stored, because it holds on that path only (the graph history interaction problem). One case is
// left: a stored score whose line would repeat a position of the present path is used. The counters rule most such
// cases out, since with kings on both sides they change with every ply.
//
// An ending that the tables of engine/endgame have is not searched if it is drawn, or won before a draw counter can run
// out. Where a win may take too long the search goes on, because the counters may save the loser.
//
// Scores are hundredths of a man for the side to move. An Engine serves one caller at a time, and checks its context
// and the clock every 1024 nodes. With Options.Threads it starts goroutines that search beside the caller and share
// the table (lazy SMP); they have ended when it returns. A new Engine gives the same answer on every machine if only
// nodes are limited, or only the depth with one thread. There is no opening book.
package search
