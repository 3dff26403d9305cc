package net

import "crownhead/board"

// The taps of the lean net, as steps (files, ranks): the square itself, its neighbours on the diagonals, and the next ones.
var leanTaps = [9][2]int{{0, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2}}

// leanSquares is the neighbourhood of the lean net over the dark squares.
var leanSquares = newGeometry(boardSquares, boardSquares, len(leanTaps), func(square, tap int) int {
	s := board.Square(square)
	file, rank := s.File()+leanTaps[tap][0], s.Rank()+leanTaps[tap][1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return rank*4 + file/2
})

// ownSquare reads each dark square alone.
var ownSquare = newGeometry(boardSquares, boardSquares, 1, func(square, _ int) int { return square })

// The article's filters are 4×4, over all 64 squares padded by one line before and two after.
const (
	side          = 8
	articleSide   = 4
	articleBefore = 1
)

// articleSquares is the neighbourhood of the article's net.
var articleSquares = newGeometry(side*side, side*side, articleSide*articleSide, func(square, tap int) int {
	file := square%side + tap%articleSide - articleBefore
	rank := square/side + tap/articleSide - articleBefore
	if file < 0 || file >= side || rank < 0 || rank >= side {
		return -1
	}
	return rank*side + file
})

// ownOfAll reads each of the 64 squares alone.
var ownOfAll = newGeometry(side*side, side*side, 1, func(square, _ int) int { return square })

// wholeBoard reads every square of the 64 at once, for one output.
var wholeBoard = newGeometry(1, side*side, side*side, func(_, tap int) int { return tap })

// single is a dense layer: one row in, one row out.
var single = newGeometry(1, 1, 1, func(int, int) int { return 0 })

// boardSquares is the number of dark squares.
const boardSquares = 32
