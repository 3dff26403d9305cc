// Package nets teaches the learned player: it lets the best net so far play against itself, fits the next one to the games, and
// accepts it if it wins a match. A run goes by generations, each a folder:
//
//	plan.json            what it follows from, besides those before
//	games/               of self-play, in files of some each
//	fit.state            the fit, as of its last point
//	weights.safetensors  its net
//	gate.pdn             the games of the match
//	generation.json      its record, finished or not
//
// # A generation
//
// The games are made by the net that was accepted last; the first ones by a search without a network, which judges by games of chance.
// The fit goes on from the net of the generation before, accepted or not: a net that was refused isn't proven to be better, but has seen
// more. It learns from a window of generations, so many examples for each new one, in an order that follows
// from the seed, by Adam with a rate that rises shortly and falls like half a wave. A twentieth of the files of games is held out. The match is by
// playouts, each opening with either colour. A net is accepted when it has won at least 1.3 times as often as it has lost, and the
// bound of 95 % says that it is better.
//
// # Killed and taken up
//
// Whatever is finished is kept: a run that was killed goes on from its last files of games or the last point of its fit; a match
// begins again. Games and fits that are damaged, or gone, are told of and made anew; a damaged plan, record or net ends the run, which says so:
// who removes it, and the record beside it, has it made anew.
//
// One plan gives the same games, the same weights to the bit and the same match, however many workers there are, on machines whose
// kernels round alike: a batch is always learnt by four learners, whose sums are added in their order. [Run] owns its goroutines and waits for
// them.
package nets
