// Package mcts is the learned player: a Monte-Carlo tree search that asks a network, as in the
// paper that package net cites. It knows a [net.Evaluator] and the tables of endings, and starts no
// goroutine: an [Engine] is for one caller at a time, with an Evaluator of its own.
//
// # The tree
//
// A playout goes down from the root by PUCT: Q + U, U = c · P · √N / (1 + n), with N the visits of
// the state and n those of the action. At the first state that has no children yet it asks the
// network, gives the state children with the network's P, and backs up its value along the path. An
// action without a visit has for Q its state's value, less a little the more of the prior has been
// visited (first-play urgency).
//
// Branches are actions, not moves: a capture of several is a chain of nodes with the same side to
// move. Values are White's everywhere, and the selection looks at them for the side to move; so
// they change sign where the side to move changes, and nowhere else.
//
// # Proven results
//
// A game that is over has its result: no move left, a draw counter that has run out, a position for
// the third time, the moves of the game and those of the tree counted together. The tables of
// endings prove more, with the same care as in alpha-beta: a draw is proven; a win only if it takes
// no more plies than any counter has left, and no position on the way could stand for the
// third time. For other wins that the tables know, the tables stand in for the network, with the
// shortest way as the likeliest action.
//
// Proven results are backed up: one won action proves a state for the side to move; when all
// actions are proven, so is the state. A proven action counts as what it is, and one that loses is
// not visited again. A proven root ends the search.
//
// # Memory
//
// A node is 32 bytes in an arena of [Options].Nodes at most. When it is full the playouts end where
// the tree does, with what is known there. Between moves the part of the tree that is still of use
// is copied to a second arena of that size, and its visits count: a limit of playouts is one of the
// root's visits, those from before included. States are not kept; a playout plays the moves again.
//
// # Reproducible answers
//
// With a limit of playouts a new Engine gives the same answers to the same calls, on processors
// whose kernels round alike: random numbers follow from the seed, the position and the ply. The
// clock and the context are checked before every playout: an answer comes as late as one evaluation
// takes. That is less than a tenth of a millisecond for the compact net, 2 ms for the paper's, and
// 60 ms for the paper's on a processor without AVX2.
package mcts
