package board

import (
	"strings"
	"testing"
)

func TestFENRead(t *testing.T) {
	start := Start().FEN()
	for text, want := range map[string]string{
		"W:W21-32:B1-12":                        start,
		"W:W29,30,31,32,25-28,21-24:B1-8,9-12.": start,
		"W:B1-12:W21-32:H0:F1":                  start,
		`"W:W21-32:B1-12."`:                     start,
		" w : wa1, Kb2 : bc3 ":                  "W:Wa1,Kb2:Bc3",
		"B:W:BK32":                              "B:W:BKg1",
		"W:WKa1:B":                              "W:WKa1:B",
		"W:WK1-3:BK30,Kg1\n":                    "W:WKb8,Kd8,Kf8:BKc1,Kg1",
		"W:Wk5:Ba3":                             "W:WKa7:Ba3",
		"w:wa1,c3:bh8":                          "W:Wa1,c3:Bh8",
		"w:wA1, K C3 :bkH8:h0:f1":               "W:Wa1,Kc3:BKh8",
		"[FEN \"W:W22:B5.\"]":                   "W:Wc3:Ba7",
		" [ fen  \"W:W22:B5\" ]\r\n":            "W:Wc3:Ba7",
		"[FEN “W:W22:B5”]":                      "W:Wc3:Ba7",
		"FEN W:W22:B5":                          "W:Wc3:Ba7",
		"\ufeffW:W\u00a022 – 24 :B1 - 3 . ..":   "W:Wc3,e3,g3:Bb8,d8,f8",
		"W:W22.:B5.":                            "W:Wc3:Ba7",
		"W:Wa1..:Bc3...":                        "W:Wa1:Bc3",
		"W:Wа1:BКс3":                            "W:Wa1:BKc3", // Cyrillic letters
	} {
		p, err := ParseFEN(text)
		if err != nil || p.FEN() != want {
			t.Errorf("%q reads as %s, %v; want %s", text, p.FEN(), err, want)
		}
	}
}

// What is wrong is told with its place.
func TestFENRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `column 1: "" is not a side to move`,
		"not-a-fen":                   `column 1: "not-a-fen" is not a side to move`,
		"X:Wa1:Bc3":                   `column 1: "X" is not a side to move`,
		"W:Wa1":                       "column 6: the black pieces are missing",
		"W":                           "the white pieces are missing",
		"W:Wa1:Wb2":                   "column 7: the white pieces are given twice",
		"W:Wa1,b1:Bc3":                `column 7: "b1" is not a square`,
		"W:Wa1,i1:Bc3":                `column 7: "i1" is not a square`,
		"W:Wa1,:Bc3":                  `column 7: "" is not a square`,
		"W:Wa1,,c1:Bc3":               `column 7: "" is not a square`,
		"W:Wa1:Bc3,a1":                "column 11: a second piece on a1",
		"W:Wa1,a1:Bc3":                "column 7: a second piece on a1",
		"W:W33:Bc3":                   "column 4: square number 33: want 1 to 32",
		"W:W0:Bc3":                    "column 4: square number 0",
		"W:W5-3:Bc3":                  `column 4: range "5-3"`,
		"W:Wa1-3:Bc3":                 `column 4: range "a1-3"`,
		"W:W1-99999999999999999999:B": "square number 99999999999999999999",
		"W:Wa1::Bc3":                  "column 7: empty between colons",
		"W:Wa1:Bc3:Hx":                `column 11: "Hx"`,
		"W:Wa1:Bc3:G2":                `column 11: "G2"`,
		"W:Wa1:Bc3 b4":                `column 8: "c3 b4" is not a square`,
		"W:Wh8:Bc3":                   "a white man on h8",
		"W:Wc3:Ba1":                   "a black man on a1",
		"W:W20-32:B1-12":              "13 white pieces",
		"W:WKKa1:Bc3":                 `column 5: "Ka1" is not a square`,
		"W:Wа1,Кс3:Be5,сЗ":            "column 15: a second piece on c3", // in Cyrillic letters
		"W:Wд1:Bc3":                   `column 4: "д1" is not a square`,
		"[Event \"x\"]":               "is not a side to move",
		"W:W1-2-3:B":                  "want two numbers",
	} {
		p, err := ParseFEN(text)
		if err == nil {
			t.Errorf("%q reads as %s", text, p.FEN())
		} else if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "board: reading FEN") {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}

func TestMoveRead(t *testing.T) {
	start := Start().FEN()
	for _, test := range []struct{ fen, text, want string }{
		{start, "c3-d4", "c3-d4"},
		{"W:Wc3:Bd4,d6", "c3:e5:c7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c3:c7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c3xe5xc7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c:c7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "cc7", "c3:e5:c7"},
		{"W:Wc3:Bd4", "cxe5", "c3:e5"},
		{"W:WKa1:Bc3,g5", "a1:h4", "a1:f6:h4"},
		{start, "cd4", "c3-d4"},
		{start, "c-d4", "c3-d4"},
		{start, "c3d4", "c3-d4"},
		{start, "C3-D4", "c3-d4"},
		{start, " c3 - d4 ", "c3-d4"},
		{start, "c3—d4!?", "c3-d4"},
		{start, "с3-d4", "c3-d4"},
		{start, "сЗ—d4", "c3-d4"},
		{start, "22-18", "c3-d4"},
		{start, "gf4?!", "g3-f4"},
		{"W:Wc3:Bd4,d6", "c3e5c7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c3 × e5 × c7 x", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c3c7", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "22x6", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "22:15:6", "c3:e5:c7"},
		{"W:Wc3:Bd4,d6", "c3:e5:C7", "c3:e5:c7"},
	} {
		p := mustFEN(t, test.fen)
		m, err := p.ParseMove(test.text)
		if err != nil || p.Notation(m) != test.want {
			t.Errorf("%s in %s reads as %s, %v; want %s", test.text, test.fen, p.Notation(m), err, test.want)
		}
	}
}

func TestMoveRefused(t *testing.T) {
	start := Start().FEN()
	for _, test := range []struct{ fen, text, want string }{
		{start, "", "want a move such as c3-d4"},
		{start, "c3", "want a move such as c3-d4"},
		{start, "c3-d4-e5", "want a move such as c3-d4"},
		{start, "c3--d4", "want a move such as c3-d4"},
		{start, "c3 d4 e5", "not legal; legal: c3-b4, c3-d4"},
		{start, "-d4", "want a move such as c3-d4"},
		{start, "22-33", "square number 33: want 1 to 32"},
		{start, "22", "want a move such as c3-d4"},
		{start, "223", "want a move"},
		{start, "ж3-d4", "want a move such as c3-d4"},
		{start, "c3-d4-d4", "want a move"},
		{start, "c3:d4-e5", "want a move such as c3-d4"},
		{start, "c3-d5", "a light square"},
		{start, "c9-d4", "want a letter a-h and a digit 1-8"},
		{start, "c3-e5", "not legal; legal: c3-b4, c3-d4"},
		{start, "c3:d4", "not legal; legal: c3-b4, c3-d4"},
		{start, "c5-d4", "no white piece on c5; legal: a3-b4"},
		{start, "f6-e5", "no white piece on f6"},
		{start, "d4", "want a move"},
		{start, "cf4", "not legal; legal: c3-b4, c3-d4"},
		{"W:Wc3,g3:Bd4", "g3-h4", "a capture must be made; legal: c3:e5"},
		{"W:Wc3,g3:Bd4", "c3-e5", "a capture must be made; legal: c3:e5"},
		{"W:Wc3,c1:Bd4,d2", "ce3", "not legal; legal: c1:e3:c5, c3:e5, c3:e1"},
		{"W:Wc3,c7:Bd4,d6", "ce5", "ambiguous: c3:e5, c7:e5; write every square"},
		{"W:Wa1:Bb2,c3", "a1-b2", "not legal: white has no move"},
	} {
		p := mustFEN(t, test.fen)
		m, err := p.ParseMove(test.text)
		if err == nil {
			t.Errorf("%q in %s reads as %s", test.text, test.fen, p.Notation(m))
		} else if !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "board: reading") {
			t.Errorf("%q in %s: %v; want %q", test.text, test.fen, err, test.want)
		}
	}
}

// From one square to one square by two ways round different pieces: the squares on the way tell which.
func TestMovesThatDifferInTheirWay(t *testing.T) {
	p := mustFEN(t, "W:Wc1:Bb2,b4,d2,d4,d6")
	if _, err := p.ParseMove("c1:e7"); err == nil || !strings.Contains(err.Error(), "ambiguous: c1:e3:c5:e7, c1:a3:c5:e7") {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"c1:e3:c5:e7", "c1:e3:e7"} {
		m, err := p.ParseMove(text)
		if err != nil || m.Captured != mustSquares(t, []string{"d2", "d4", "d6"}) {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
}

func TestCircularCapture(t *testing.T) {
	p := mustFEN(t, "W:WKc1:Bb2,b4,d2,d4")
	found := false
	for _, m := range p.Moves() {
		found = found || m.From == m.To && m.Captured == p.Black && p.Play(m).White == p.White
	}
	if !found {
		t.Errorf("no capture ends where it began: %v", p.Moves())
	}
}

func TestPDN(t *testing.T) {
	g := play(t, Game{}, "c3-d4", "b6-a5", "d4-e5", "f6:d4", "e3:c5").Resign(Black)
	got := g.PDN(Tags{Event: `The "hall"`, Date: "2026.05.31", White: "visitor", Black: "crown\nhead"})
	want := `[Event "The \"hall\""]
[Site "?"]
[Date "2026.05.31"]
[Round "?"]
[White "visitor"]
[Black "crown head"]
[Result "2-0"]
[GameType "25"]

1. c3-d4 b6-a5 2. d4-e5 f6:d4 3. e3:c5 2-0
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPDNFromAPosition(t *testing.T) {
	g := play(t, NewGame(mustFEN(t, "B:Wh2,c3:Ba7,d4"), PaperRules), "d4:b2")
	got := g.PDN(Tags{})
	for _, want := range []string{
		"[Date \"????.??.??\"]\n", "[Result \"*\"]\n", "[SetUp \"1\"]\n[FEN \"B:Wh2,c3:Bd4,a7\"]\n\n1... d4:b2 *\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestPDNLinesAreShort(t *testing.T) {
	for _, record := range recordedGames(t) {
		text := play(t, Game{}, record.Moves...).PDN(Tags{})
		for _, line := range strings.Split(text, "\n") {
			if len(line) > 80 || strings.TrimSpace(line) != line {
				t.Errorf("line %q", line)
			}
		}
	}
}

func TestSquares(t *testing.T) {
	for s := Square(0); s < 32; s++ {
		back, err := ParseSquare(s.String())
		if err != nil || back != s || SquareNumbered(s.Number()) != s || squareAt(s.File(), s.Rank()) != s {
			t.Errorf("%d %v reads as %d, %v; number %d", s, s, back, err, s.Number())
		}
	}
	if b8, _ := ParseSquare("b8"); b8.Number() != 1 {
		t.Errorf("b8 is %d", b8.Number())
	}
	if NoSquare.Bit() != 0 || NoSquare.String() != "-" {
		t.Errorf("no square: %v %v", NoSquare.Bit(), NoSquare)
	}
}

func TestBits(t *testing.T) {
	if got := Start().Occupied().String(); got != "fff00fff" {
		t.Errorf("start %s", got)
	}
	b, err := ParseBits("00000121")
	if err != nil || b.Rotate().String() != "84800000" || b.Rotate().Rotate() != b || b.Len() != 3 {
		t.Errorf("%v, %v: turned %v", b, err, b.Rotate())
	}
	for _, bad := range []string{"", "fff", "fff00ffff", "fff00ffg", "0xfff00f", "+ff00fff", "fff0_fff"} {
		if b, err := ParseBits(bad); err == nil {
			t.Errorf("%q reads as %v", bad, b)
		}
	}
}

func TestHash(t *testing.T) {
	seen := map[uint64]Position{}
	for _, sample := range collection(t) {
		p := mustFEN(t, sample.FEN)
		for _, m := range p.Moves() {
			for _, q := range []Position{p.Play(m), p.Play(m).otherTurn(), p.Play(m).otherKings()} {
				if other, ok := seen[q.Hash()]; ok && other != q {
					t.Errorf("%s and %s share a hash", q.FEN(), other.FEN())
				}
				seen[q.Hash()] = q
			}
		}
	}
	if got := Start().Hash(); got != 0x82f7cbf6f9005c89 {
		t.Errorf("the hash of the start is %#x: journals hold hashes, they must not change", got)
	}
}

func (p Position) otherTurn() Position  { p.Turn = p.Turn.Other(); return p }
func (p Position) otherKings() Position { p.Kings ^= p.White; return p }

func FuzzFEN(f *testing.F) {
	for _, seed := range []string{Start().FEN(), "W:W21-32:B1-12.", "B:WKa1,5:Bk7:H0:F1", `"W:W:B"`, "W:W1-:B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if again, err := ParseFEN(p.FEN()); err != nil || again != p {
			t.Fatalf("%q: %s reads as %s, %v", text, p.FEN(), again.FEN(), err)
		}
	})
}

func FuzzMove(f *testing.F) {
	for _, seed := range [][2]string{
		{Start().FEN(), "c3-d4"}, {"W:WKa1:Bc3,g5", "a1:h4"}, {"W:Wc3:Bd4,d6", "cc7"}, {"W:Wc1:Bb2,b4,d2,d4,d6", "c1xa3:c5:e7"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := p.ParseMove(text)
		if err != nil {
			return
		}
		if again, err := p.ParseMove(p.Notation(m)); err != nil || again != m || !p.Legal(m) {
			t.Fatalf("%s: %q reads as %s, that as %v, %v", p.FEN(), text, p.Notation(m), again, err)
		}
	})
}
