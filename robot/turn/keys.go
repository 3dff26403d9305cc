package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// endKey names the sentence that tells how the game ended: end_win_ when the visitor has won, end_loss_ when the robot
// has, end_draw_ otherwise.
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

// layKey asks for a piece.
func layKey(p board.Piece) say.Key {
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
