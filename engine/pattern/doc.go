// Package pattern scores a position by weights learned from games: the sum of one weight for each of some two dozen
// patterns, found in tables. It knows only the position, not the game and its counts.
//
// A position is seen from its mover, whose men go up the board. What is learned holds for both colours; the mover
// and the opponent share no table. Material is fixed (a man 100, a king 300), all else is learned:
//   - the men on pairs of ranks, and on blocks of five ranks by two squares: tables of 3^8 and 3^10 entries
//     ([TermCount] in all);
//   - how many men and kings each side has, who has made how many steps more, how the men are spread to left and right,
//     how many steps they have;
//   - where kings stand, how many squares they reach, how many of these safely, and who holds the main road.
//
// Each term has two weights, one for all pieces on the board and one for hardly any; between them it is interpolated.
//
// Scores are hundredths of a man for the side to move; the slope in a file's header turns them into chances. The
// command crownhead train patterns makes the weights; the header of the embedded file says with which arguments and
// seed. The package starts no goroutine and has no clock, and scoring allocates nothing.
package pattern
