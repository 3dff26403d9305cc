// Package patterns teaches engine/pattern: it lets the engine play itself, fits weights to the
// games by Adam, and plays a match of the new weights against those that made the games. A training
// is a [loop.Training]; beside the files of any training a generation's folder has weights.pat.
//
// Whatever is finished is kept: a run that was killed goes on from its last file of games or its
// last epoch; the match begins again. A file that is damaged is reported and made again.
//
// One plan gives the same games, the same order of samples and the same sums, however many workers
// there are: each file of games has random numbers of its own, and a batch is added up in four
// parts on any number of cores. Weights are alike to the bit on machines of the same architecture;
// on another one rounding may differ.
//
// Games begin with 2 to 12 random plies and are played on if they are even then. About every
// twelfth move of the first thirty plies may be a little worse than the best. Endings that the
// tables of engine/endgame know are over. What is learned is the result, blended with the score of
// the search, of positions in which neither side has anything to capture; every twentieth file is
// held out.
package patterns
