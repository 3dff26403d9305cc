// Package analysis finds what a person may want to hear about a position and a move: the best lines, what the opponent
// threatens, the best reply to a move and why the move is bad or good. It returns keys with moves and squares; face/say
// has the words.
//
// The cost of a move is counted in pieces along the expected lines, a king for three men, as players do it. What
// the game is worth afterwards is the score of the search. All scores are seen from the side to move in the given
// position.
//
// An Analyst starts no goroutine and serves one caller at a time. With limits of nodes or depth a new one always
// gives the same answer to the same question.
package analysis
