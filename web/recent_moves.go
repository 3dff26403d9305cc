package web

import (
	"slices"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
)

// mostRecent is how many plies stand beside the board.
const mostRecent = 6

// A recentMove is a ply as the list beside the board has it.
type recentMove struct {
	By    string `json:"by"`   // colour
	Name  string `json:"name"` // of that colour, in words
	Words string `json:"words"`
}

// recentMoves are the last plies, the newest last. Their colours alternate back from whose turn it is.
func recentMoves(v robot.Snapshot, lang say.Lang) []recentMove {
	recent, by := []recentMove{}, opponentOf(v.Turn)
	for _, words := range slices.Backward(v.Moves[max(0, len(v.Moves)-mostRecent):]) {
		recent = append(recent, recentMove{by, say.Text(lang, colourKeys[by], say.Args{}), words})
		by = opponentOf(by)
	}
	slices.Reverse(recent)
	return recent
}

// colourKeys are the words for the colours.
var colourKeys = map[string]say.Key{board.White.String(): say.UIWhite, board.Black.String(): say.UIBlack}
