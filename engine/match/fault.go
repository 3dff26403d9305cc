package match

import (
	"errors"

	"crownhead/board"
	"crownhead/engine/hub"
)

// faultKind is how a player has failed.
func faultKind(err error) string {
	switch {
	case errors.Is(err, board.ErrIllegal):
		return "illegal"
	case errors.Is(err, hub.ErrLate):
		return "time"
	default:
		return "crash"
	}
}
