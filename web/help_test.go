package web_test

import (
	"math"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
)

// isOff reports whether a place differs by more than half a millimetre.
func isOff(got, want float64) bool { return math.Abs(got-want) > 0.5 }

func mustSquare(t *testing.T, name string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func sayUk(t *testing.T, key say.Key, squares ...string) string {
	t.Helper()
	text, err := say.Render(say.Ukrainian, key, say.Args{Squares: squares})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
