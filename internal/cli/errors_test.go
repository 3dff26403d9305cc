package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// An error may quote a megabyte; people want to read the beginning and the end of it.
func TestShortenLines(t *testing.T) {
	long := "line one\n" + strings.Repeat("ж", 1<<20) + " is wrong\nline three"
	got := shortenLines(long)
	if !strings.HasPrefix(got, "line one\nжж") || !strings.HasSuffix(got, "ж is wrong\nline three") || len(got) > 1200 {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
	if short := "a: b\nc"; shortenLines(short) != short {
		t.Errorf("%q became %q", short, shortenLines(short))
	}
}

func ExamplePlural() {
	fmt.Println(Plural(1, "ply"), "and", Plural(2, "ply"), "and", Plural(3, "press"))
	// Output: 1 ply and 2 plies and 3 presses
}

func ExampleReport() {
	err := BadInput("moves: --fen", errors.New("board: reading FEN: no colour"), FENHint)
	fmt.Println("exit", Report(err, os.Stdout))
	// Output:
	// crownhead: moves: --fen: board: reading FEN: no colour
	// hint: a position is the side to move and both sides' pieces, such as "W:Wa1,Kb2:Bc3"
	// exit 2
}
