package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// layKey returns the sentence that asks a person to lay the board for the next game. It says which
// way round when that has changed.
func (s State) layKey() say.Key {
	start, visitor := s.NextGame()
	if !s.NextIsRotated() {
		return say.SetUp
	}
	return sideKey(start, visitor)
}

// sideKey returns the sentence that asks for a board with that colour before the visitor.
func sideKey(start board.Position, visitor board.Color) say.Key {
	switch {
	case start.Occupied() != board.Start().Occupied():
		return say.SetUp
	case visitor == board.Black:
		return say.SetUpAsBlack
	}
	return say.SetUpAsWhite
}

// endKey returns the sentence that says how the game ended: end_win_ when the visitor has won,
// end_loss_ when the robot has, end_draw_ otherwise.
func endKey(o board.Outcome, visitor board.Color) say.Key {
	winner, won := o.Winner()
	switch {
	case o.Result == unfinished:
		return say.EndAbandoned
	case !won:
		return say.Key("end_draw_" + string(o.Reason))
	case winner == visitor:
		return say.Key("end_win_" + string(o.Reason))
	default:
		return say.Key("end_loss_" + string(o.Reason))
	}
}

// unfinished is the result of a game that has none.
const unfinished = "*"

// pieceKey returns the sentence that asks for a piece.
func pieceKey(p board.Piece) say.Key {
	switch p {
	case board.WhiteMan:
		return say.SetUpWhite
	case board.BlackMan:
		return say.SetUpBlack
	case board.WhiteKing:
		return say.SetUpWhiteKing
	case board.BlackKing:
		return say.SetUpBlackKing
	default:
		return say.SetUpSquare
	}
}

// endsOf returns the squares at which moves end.
func endsOf(moves []board.Move) []board.Square {
	set := board.Bits(0)
	for _, m := range moves {
		set |= m.To.Bit()
	}
	return set.Squares()
}
