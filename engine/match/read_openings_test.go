package match

import (
	"strings"
	"testing"

	"crownhead/board"
)

func TestReadFENs(t *testing.T) {
	ps, err := ReadOpenings("o.txt", "# two of them\r\n\nW:Wc3:Bb8\n  B:WKa1:B1,2,3.  \n")
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

// One reader takes moves in every notation, whatever comments, escapes and numbers stand around them.
func TestReadOddPDN(t *testing.T) {
	for text, want := range map[string]string{
		"1.a3b4\n":        "a3-b4",
		"1. cd4 bc5":      "c3-d4 b6-c5",
		"1. 22-18 9-14 *": "c3-d4 b6-c5",
		"% PDN of another program\r\n[Event \"x\"]\r\n% more\r\n1. c3-d4 b6-c5 *\r\n": "c3-d4 b6-c5",
		"; a comment first\n1. c3-d4 ; to the end of the line d6-e5\nb6-c5":           "c3-d4 b6-c5",
		"{ a comment first }\n1. c3-d4 b6-c5":                                         "c3-d4 b6-c5",
		"c3-d4 b6-c5":                                                                 "c3-d4 b6-c5",
		"1 . c3-d4 1... b6-c5":                                                        "c3-d4 b6-c5",
		"1. c3—d4 $1 (1. a3-b4 (x) y) b6—с5":                                          "c3-d4 b6-c5", // a Cyrillic с
		"1. C3-D4! 1…b6-c5?!":                                                         "c3-d4 b6-c5",
		"[GameType \"25,W,8,8,A0,0\"]\n[GameType \"\"]\n1.c3-d4{a}b6-c5":              "c3-d4 b6-c5",
	} {
		ps, err := ReadOpenings("o.pdn", text)
		if err != nil || len(ps) != 1 || ps[0] != after(t, want) {
			t.Errorf("%q: %v, %v", text, ps, err)
		}
	}
	ps, err := ReadOpenings("o.pdn", "[FEN \"W:W22:B5\"]\n[FEN \"W:W21:B5\"]\n")
	if err != nil || len(ps) != 2 {
		t.Errorf("positions pasted as tags: %v, %v", ps, err)
	}
	ps, err = ReadOpenings("o.txt", "% positions\n \"W:Wa1:Bh8\" \nw:wc3:bh8 ; the second\n")
	if err != nil || len(ps) != 2 {
		t.Errorf("positions: %v, %v", ps, err)
	}
}

// A bad line is named.
func TestBadOpenings(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "it contains no opening",
		"# nothing\n":                           "it contains no opening",
		"W:Wc3:Bb8\nW:Wc3":                      "f:2: ",
		"W:W:Bb8":                               "f:1: the game is over",
		"[Event \"x\"]\n1. c3-d4 e7-e5 *":       "f:2:10: ",
		"[FEN \"nonsense\"]\n*":                 "f:1:1: ",
		"[Event x]\n*":                          "f:1:1: ",
		"1. c3-d4 {no end":                      "f:1: a comment",
		"1. c3-d4 (no end\n":                    "f:2: a comment",
		"[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 2-0":     "f:2:10: the game is over",
		"[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 e7-d6 *": "f:2:10: ",
		"1. 22-99 *":                            "f:1:4: ",
		"1. c3-d4 b6-a5 2. d4:b6 *":             "f:1:19: ",
		"1. c3-d4 { ы } e7-e5":                  "f:1:16: ",
		"% made by hand\n[GameType \"20\"]\n1. 32-28": "f:2:1: GameType 20 is international draughts: want 25",
		"[GameType \"26,W,8,8,A0,0\"]\n*":             "GameType 26 is Brazilian draughts",
		"[GameType \"77\"]\n*":                        "GameType 77 is a game that this program doesn't know",
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
