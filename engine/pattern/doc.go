// Package pattern tells what a position is worth by what it has learned from games: the sum of one weight for each of
// some two dozen patterns, found in tables. It knows the position and nothing else, no game and no counts.
//
// A position is seen from its mover, whose men go up the board; what is learned holds for both colours, and the mover
// and the other have no table in common. Material is fixed (a man 100, a king 300), all else is learned:
//   - the men on pairs of ranks, and on blocks of five ranks by two squares: tables of 3^8 and 3^10 entries ([Terms] in all);
//   - how many men and kings there are of each side, who has made how many steps more, how the men are spread to left and
//     right, how many steps they have;
//   - where kings stand, how many squares they reach, how many of these safely, and who has the main road.
//
// Every weight is two, one for all pieces on the board and one for hardly any; what lies between is interpolated.
//
// Scores are hundredths of a man for the side to move; the slope of a file's header turns them into chances. Weights come
// from crownhead train patterns, whose command and seed the header of the file in the program tells. Nothing here has a
// goroutine or a clock, and a score allocates nothing.
package pattern
