// Package analysis says what there is to say to a person about a position and a move: the best lines, what the opponent
// threatens, the best answer to a move and why the move is bad or good. It says so by keys with moves and squares;
// face/say has the words.
//
// What a move costs is counted in pieces along the expected lines, a king for three men, as players do it; what the game is worth
// afterwards is the search's score. All scores are seen from the side that is to move in the position asked about.
//
// An Analyst starts no goroutine and serves one caller at a time. With limits of nodes or depth the same question gets the
// same answer from a new one.
package analysis
