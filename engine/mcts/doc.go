// Package mcts is the learned player: a Monte-Carlo tree search that asks a network, as in the article. It knows a
// [net.Evaluator] and the tables of endings, and starts no goroutine: an [Engine] is for one caller at a time, with an
// Evaluator of its own.
//
// # The tree
//
// A playout goes down from the root by Q + U, U = c · P · √N / (1 + n), with N the playouts of the state and n those of the
// action; asks the network about the first state that has no children yet; gives it children with the network's P; and adds its
// value to all on the way. An action without a playout has for Q what its state is worth, less a little the more of the priors have been
// looked at (first-play urgency).
//
// Branches are actions, not moves: a capture of several is a chain of nodes with the same side to move. Values are kept as
// White's everywhere, and who chooses looks at them with his own eyes; so they change sign where the side to move changes, and nowhere else.
//
// # What is certain
//
// A game that is over is worth what it is worth: no move left, a count of the draw rules full, a position for the third
// time, the moves of the game and those of the tree counted together. The tables of endings tell the rest, with the same care
// as in alpha-beta: a draw is one; a win is one only if it takes no more plies than any count may need to be full, and no
// position on the way could stand for the third time. Other wins that the tables know are likely ones: then the tables stand in for the network,
// with the shortest way as the likeliest action.
//
// What is certain goes up the tree: one won action decides a state for its mover; when all are decided, so is the state. A
// decided action counts as what it is, and one that loses isn't looked at again. A decided root ends the search.
//
// # Memory
//
// A node is 32 bytes in an arena of [Options].Nodes at most. When it is full the playouts end where the tree does, with what is known
// there. Between moves the part of the tree that is still of use is copied to a second arena of that size, and is counted:
// a limit of playouts is one of the root's, with those that it has from before. States are not kept; a playout plays the moves again.
//
// # One answer
//
// With a limit of playouts a new Engine gives the same answers to the same calls, on processors whose kernels round alike:
// chance, where it is asked for, follows from the seed, the position and the ply. The clock and the context are
// looked at before every playout: an answer comes as late as one evaluation takes. That is less than a tenth of a millisecond for the lean
// net, 2 ms for the article's, and 60 ms for the article's on a processor without AVX2.
package mcts
