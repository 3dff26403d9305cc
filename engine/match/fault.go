package match

import (
	"errors"

	"crownhead/board"
)

// faultKind is how a player has failed.
func faultKind(err error) string {
	switch {
	case errors.Is(err, board.ErrIllegal):
		return "illegal"
	default:
		return "crash"
	}
}
