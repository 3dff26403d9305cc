package net

import (
	"fmt"
	"strings"
	"testing"

	"crownhead/board"
)

// describePlane lists the squares of a plane that are not zero, with their values.
func describePlane(r matrix, squares, plane int, name func(int) string) string {
	var list []string
	for s := range squares {
		if x := r.row(s)[plane]; x != 0 {
			list = append(list, fmt.Sprintf("%s=%g", name(s), x))
		}
	}
	return strings.Join(list, " ")
}

func darkName(s int) string { return board.Square(s).String() }

func anyName(s int) string { return string([]byte{'a' + byte(s%8), '1' + byte(s/8)}) }

// stateAmid is the state after the first step of the only capture.
func stateAmid(t *testing.T, fen string) State {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(board.NewGame(p, board.FederationRules))
	next, _, complete := s.Apply(s.AppendActions(nil)[0])
	if complete {
		t.Fatalf("%s: the capture is complete at once", fen)
	}
	return next
}

// Amid a capture the piece is shown where it has got to, crowned if it passed the last rank, and
// what it has jumped still stands; for Black the board is turned.
func TestCompactPlanes(t *testing.T) {
	white := stateAmid(t, "W:Wf6,Ka1:Be7,b6,h2")
	white.Repetitions = 2
	check := func(s State, want [compactPlanes]string) {
		t.Helper()
		r := newMatrix(boardSquares, compactPlanes)
		fillCompactPlanes(&s, r)
		for plane := range want {
			if got := describePlane(r, boardSquares, plane, darkName); got != want[plane] {
				t.Errorf("plane %d: %s, want %s", plane, got, want[plane])
			}
		}
	}
	half := strings.TrimSpace(strings.Join(allDark("=0.5"), " "))
	check(white, [compactPlanes]string{"", "a1=1 d8=1", "h2=1 b6=1 e7=1", "", half, "", "d8=1", "e7=1"})
	black := stateAmid(t, "B:Bc3,Kh8:Wd2,g3,a7")
	black.Repetitions = 2
	check(black, [compactPlanes]string{"", "a1=1 d8=1", "h2=1 b6=1 e7=1", "", half, "", "d8=1", "e7=1"})
}

func allDark(value string) []string {
	var list []string
	for s := range boardSquares {
		list = append(list, darkName(s)+value)
	}
	return list
}

// Repetition and the draw counts grow in even steps to 1, and no further.
func TestRisingPlanes(t *testing.T) {
	for times, want := range []float32{0, 0, 0.5, 1, 1} {
		if got := repetitionInput(uint8(times)); got != want {
			t.Errorf("stood %d times: %g, want %g", times, got, want)
		}
	}
	got := countAfter(t, "W:WKa1,Kc1:BKh8,Kf8", board.FederationRules, "c1-d2", "f8-g7", "d2-c1", "g7-f8")
	// Four plies of kings only are 4 of 30, and 4 of the 60 in which the balance of four pieces may stand.
	if got != float32(4.0/30) {
		t.Errorf("the plane of counts is %g, want %g", got, 4.0/30)
	}
}

// countAfter is what the plane of counts shows when a game has gone on by some moves.
func countAfter(t *testing.T, fen string, rules board.DrawRules, moves ...string) float32 {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(board.NewGame(p, rules))
	for _, text := range moves {
		m, err := s.Position.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		s = s.ApplyMove(m)
	}
	r := newMatrix(boardSquares, compactPlanes)
	fillCompactPlanes(&s, r)
	return r.row(5)[planeCount]
}

// What the plane of counts shows follows from the rules: the paper's know no count of moves
// against a lone king.
func TestCountsByRules(t *testing.T) {
	for rules, want := range map[board.DrawRules]float32{board.FederationRules: 2. / 5, board.PaperRules: 4. / 30} {
		if got := countAfter(t, "W:WKc1,Kd2:BKf8", rules, "c1-b2", "f8-a3", "b2-c1", "a3-f8"); got != want {
			t.Errorf("%v: the plane of counts is %g, want %g", rules, got, want)
		}
	}
}

// The paper's planes are absolute: White's and Black's pieces by position, the latest first; the
// side; the capture.
func TestPaperPlanes(t *testing.T) {
	g := board.NewGame(board.Start(), board.FederationRules)
	for _, text := range []string{"c3-d4", "b6-a5", "d4-c5"} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	s := NewState(g)
	r := newMatrix(squares64, paperPlanes(5))
	for i := range r.data[:squares64*r.stride] {
		r.data[i] = 7 // what was there before is gone
	}
	fillPaperPlanes(&s, 5, r)
	has := func(plane int, square string) bool {
		return strings.Contains(describePlane(r, squares64, plane, anyName), square+"=0.5")
	}
	for _, want := range []struct {
		plane  int
		square string
		stands bool
	}{
		{0, "c5", true},
		{0, "d4", false},
		{0, "c3", false},
		{1, "a5", true},
		{2, "d4", true},
		{2, "c5", false},
		{3, "a5", true},
		{5, "b6", true},
		{5, "a5", false},
		{6, "c3", true},
	} {
		if has(want.plane, want.square) != want.stands {
			t.Errorf("plane %d: %s, want %s there: %v", want.plane,
				describePlane(r, squares64, want.plane, anyName), want.square, want.stands)
		}
	}
	for plane := 8; plane < paperPlanes(5); plane++ {
		if got := describePlane(r, squares64, plane, anyName); got != "" {
			t.Errorf("plane %d of Black's fourth ply is %s", plane, got)
		}
	}

	s = stateAmid(t, "W:Wf6,Ka1:Be7,b6,h2")
	r = newMatrix(squares64, paperPlanes(0))
	fillPaperPlanes(&s, 0, r)
	for plane, want := range []string{"a1=1 d8=1", "h2=0.5 b6=0.5 e7=0.5", strings.Join(allSquares("=1"), " "), "d8=1", "e7=1"} {
		if got := describePlane(r, squares64, plane, anyName); got != want {
			t.Errorf("amid a capture, plane %d: %s, want %s", plane, got, want)
		}
	}
}

func allSquares(value string) []string {
	var list []string
	for s := range boardSide * boardSide {
		list = append(list, anyName(s)+value)
	}
	return list
}

// Squares read what the package's comment says: of the compact net, on both sides of the diagonals and
// off the board; of the paper's, one line before and two after.
func TestNeighbours(t *testing.T) {
	read := func(g *geometry, square int, name func(int) string) string {
		var list []string
		for tap := range g.taps {
			if from := g.sourceRow(square, tap); from < g.sources {
				list = append(list, name(from))
			} else {
				list = append(list, "-")
			}
		}
		return strings.Join(list, " ")
	}
	square := func(name string) int {
		s, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return int(s)
	}
	for _, c := range []struct{ got, want string }{
		{read(compactGeometry, square("d4"), darkName), "d4 e5 c5 e3 c3 f6 b6 f2 b2"},
		{read(compactGeometry, square("a1"), darkName), "a1 b2 - - - c3 - - -"},
		{read(compactGeometry, square("g7"), darkName), "g7 h8 f8 h6 f6 - - - e5"},
		{read(paperGeometry, 3*boardSide+3, anyName), "c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5 c6 d6 e6 f6"},
		{read(paperGeometry, 7*boardSide+6, anyName), "f7 g7 h7 - f8 g8 h8 - - - - - - - - -"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
