// Package selfplay lets a player with a network, or without one, play games against itself, and
// keeps them as what a network is to learn from.
//
// # Games
//
// A game begins with some random plies, and is begun again where they decide it. Then every
// decision (an action, so also amid a capture) is searched in one of two sizes, chosen at random: a
// full search begins with an empty tree and explores, and what it finds is learnt; a fast one goes
// on with the tree that there is, does not explore, and only plays. Single actions are not
// searched, but learnt as often as others. The action is drawn by the shares that the search gives,
// sharpened with every ply until the best is played.
//
// A game ends by the rules of draws and wins, or when a search is certain of its result, as it is
// where the tables of endings are. Nobody resigns: the end of a game that seems lost shows a
// network why it was.
//
// # Files
//
// Games are kept in files of some each, as [store] keeps them: the header says what they follow
// from, the plan and the player, and how they ended. A game is its start and its decisions;
// examples are made from it by replaying them. A file that is damaged is reported and made again;
// one of another plan or player is an error.
//
// # Reproducible games
//
// Games follow from the plan, their number, and the network's arithmetic: not from how many workers
// make them, or how often they were interrupted. [ShardWriter.WriteMissing] owns its goroutines and waits for
// them.
package selfplay
