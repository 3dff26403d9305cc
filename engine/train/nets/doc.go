// Package nets teaches the learned player: it lets the best net so far play against itself, fits
// the next one to the games, and accepts it if it wins a match. A training is a [loop.Training];
// beside the files of any training a generation's folder has
//
//	weights.safetensors  its net
//	gate.pdn             the games of the match
//
// # A generation
//
// The games are made by the net that was accepted last; the first ones by a search without a
// network, which evaluates positions by random games. The fit goes on from the net of the
// generation before, accepted or not: a net that was refused is not proven to be better, but has
// seen more. It learns from a replay window of several generations, a number of examples for each new
// one, in an order that follows from the seed, by Adam with a learning rate that rises shortly and
// falls like half a cosine. A twentieth of the files of games is held out. The match is by
// playouts; each opening is played with either colour. A net is accepted when it has won at least
// 1.3 times as often as it has lost, and the bound of 95 % says that it is better.
//
// # After a kill
//
// Whatever is finished is kept: a run that was killed goes on from its last files of games or the
// last checkpoint of its fit; a match begins again. Games and fits that are damaged, or gone, are
// reported and made again. A damaged plan, record or net ends the run with an error: remove it, and
// the record beside it, and it is made again.
//
// One plan gives the same games, the same weights to the bit and the same match, however many
// workers there are, on machines whose kernels round alike: a batch is always learnt by four
// learners, whose sums are added in order. [Run] owns its goroutines and waits for them.
package nets
