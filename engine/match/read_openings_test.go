package match

import (
	"strings"
	"testing"

	"crownhead/board"
)

func TestReadFENs(t *testing.T) {
	ps, err := ReadOpenings("o.txt", "\ufeff# two of them\r\n\nW:Wc3:Bb8\n  B:WKa1:B1,2,3.  \n")
	if err != nil || len(ps) != 2 || ps[1].FEN() != "B:WKa1:Bb8,d8,f8" {
		t.Errorf("%v, %v", ps, err)
	}
}

func TestReadPDN(t *testing.T) {
	ps, err := ReadOpenings("o.pdn", `
[Event "a ; [b]"]
1. c3-b4 {good
or bad} f6-g5 2.g3-f4! $3 (2. b2-c3) *

[Event "numbers"]
[FEN "W:W21-32:B1-12"]

1. 22-18 9x14 *
# from a position
[FEN "B:WKa1:Bb8"] 
[Result "*"]
1... b8-c7
`)
	want := []string{"c3-b4 f6-g5 g3-f4", "", ""}
	if err == nil || !strings.Contains(err.Error(), "o.pdn:9") {
		t.Errorf("9x14 is no capture: %v, %v", ps, err)
	}
	ps, err = ReadOpenings(
		"o.pdn",
		"[Event \"x\"]\n1. c3-b4 {good\nor bad} f6-g5 2.g3-f4! $3 (2. b2-c3) *\n"+
			"[FEN \"W:W21-32:B1-12\"]\n1. 22-18 9-14 1/2-1/2\n[FEN \"B:WKa1:Bb8\"]\n[Result \"*\"]\n1... b8-c7",
	)
	if err != nil || len(ps) != 3 {
		t.Fatalf("%v, %v", ps, err)
	}
	if p := after(t, want[0]); ps[0] != p {
		t.Errorf("%s, want %s", ps[0].FEN(), p.FEN())
	}
	if p := after(t, "c3-d4 b6-c5"); ps[1] != p {
		t.Errorf("%s, want %s", ps[1].FEN(), p.FEN())
	}
	if ps[2].FEN() != "W:WKa1:Bc7" {
		t.Errorf("%s", ps[2].FEN())
	}
}

// A bad line is named.
func TestBadOpenings(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "it contains no opening",
		"# nothing\n":                           "it contains no opening",
		"W:Wc3:Bb8\nW:Wc3":                      "f:2: ",
		"W:W:Bb8":                               "f:1: the game is over",
		"[Event \"x\"]\n1. c3-d4 e7-e5 *":       "f:2: ",
		"[FEN \"nonsense\"]\n*":                 "f:1: ",
		"[Event x]\n*":                          "f:1: ",
		"1. c3-d4 {no end":                      "f:1: a comment",
		"1. c3-d4 (no end\n":                    "f:2: a comment",
		"[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 2-0":     "f:2: the game is over",
		"[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 e7-d6 *": "f:2: ",
		"1. 22-99 *":                            "f:1: ",
	} {
		if ps, err := ReadOpenings("f", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, ps, err, want)
		}
	}
}

// Whatever is in the file, what is read can be played.
func FuzzReadOpenings(f *testing.F) {
	f.Add("W:Wc3:Bb8\n# x\nB:WKa1:B1-3.")
	f.Add("[FEN \"W:W21-32:B1-12\"]\n1. 22-18 9-14 {x} (y) $1 *\n")
	f.Fuzz(func(t *testing.T, text string) {
		ps, err := ReadOpenings("f", text)
		if (err == nil) != (len(ps) > 0) {
			t.Errorf("%d openings, %v", len(ps), err)
		}
		for _, p := range ps {
			if p.Validate() != nil || board.NewGame(p, board.FederationRules).Outcome().Over() {
				t.Errorf("%s", p.FEN())
			}
		}
	})
}
