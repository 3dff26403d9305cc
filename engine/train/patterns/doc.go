// Package patterns teaches engine/pattern: it lets the engine play itself, fits weights to the games, and plays a match
// of the new weights against those that made the games.
//
// A run goes by generations, each a folder: its plan, its games in files of up to 1000, the state of its fit, its weights and
// its record. Whatever is finished is kept: a run that was killed goes on from its last file of games or its last epoch;
// the match begins again. A file that is damaged is told of and made anew.
//
// One plan gives the same games, the same order of samples and the same sums, however many workers there are: each
// file of games has dice of its own, and a batch is added up in four parts whatever the cores. Weights are alike to the
// bit on machines of the same architecture; on another one rounding may differ.
//
// Games begin with 2 to 12 plies of chance and are played on if they are even then. Every tenth move or so of the
// first thirty plies may be a little worse than the best. Endings that the tables of engine/endgame know are over. What is
// learned is the result, blended with the score of the search, of positions in which neither side has anything to
// capture; every twentieth file is held out to see what was learned.
package patterns
