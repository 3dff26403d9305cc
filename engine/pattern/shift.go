package pattern

import "crownhead/board"

// Steps along the diagonals for whole sets of squares, as the mover sees them. What steps off the board vanishes.
func upLeft(s uint32) uint32    { return uint32(board.StepNW(board.Bits(s))) }
func upRight(s uint32) uint32   { return uint32(board.StepNE(board.Bits(s))) }
func downLeft(s uint32) uint32  { return uint32(board.StepSW(board.Bits(s))) }
func downRight(s uint32) uint32 { return uint32(board.StepSE(board.Bits(s))) }
