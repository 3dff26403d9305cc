package board

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// play makes moves in a game, past due draws.
func play(t testing.TB, g Game, moves ...string) Game {
	t.Helper()
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", g.Position().FEN(), err)
		}
		if g, err = g.Force(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

type recorded struct {
	StartFEN *string `json:"start_fen"`
	Moves    []string
	Result   string
	FinalFEN string `json:"final_fen"`
}

func recordedGames(t testing.TB) []recorded {
	t.Helper()
	file, err := os.Open("testdata/games.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []recorded
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var g recorded
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// Games that people played are read, played and end where they ended.
func TestRecordedGames(t *testing.T) {
	for i, record := range recordedGames(t) {
		start := Start()
		if record.StartFEN != nil {
			start = mustFEN(t, *record.StartFEN)
		}
		g := play(t, NewGame(start, FederationRules), record.Moves...)
		if got := g.Position().FEN(); got != record.FinalFEN {
			t.Errorf("game %d ends in %s, want %s", i, got, record.FinalFEN)
		}
		if g.Plies() != len(record.Moves) || len(g.Positions()) != g.Plies()+1 {
			t.Errorf("game %d: %d plies, %d positions", i, g.Plies(), len(g.Positions()))
		}
		if winner, over := g.Outcome().Winner(); over && g.Outcome().Result != record.Result {
			t.Errorf("game %d: %v wins, recorded %s", i, winner, record.Result)
		}
	}
}

func TestRepetitionDrawsAtTheThirdTime(t *testing.T) {
	for _, rules := range []DrawRules{FederationRules, PaperRules} {
		g := NewGame(mustFEN(t, "W:WKe1,c1,h2:BKd8,a7,h6"), rules)
		circle := []string{"e1-d2", "d8-e7", "d2-e1", "e7-d8"}
		g = play(t, play(t, g, circle...), circle[:3]...)
		if g.Outcome().Over() {
			t.Fatalf("%v: over a ply early: %v", rules, g.Outcome())
		}
		g = play(t, g, circle[3])
		if got, want := g.Outcome(), (Outcome{"1-1", Repetition}); got != want {
			t.Errorf("%v: %v, want %v", rules, got, want)
		}
		if n := g.Repetitions(g.Start()); n != 3 {
			t.Errorf("%v: the start has stood %d times", rules, n)
		}
	}
}

// The same squares with the other side to move are another position: reached in an odd number of plies they do not
// count.
func TestRepetitionNeedsTheSameTurn(t *testing.T) {
	g := NewGame(mustFEN(t, "W:WKe1,c1:BKb8,h6"), FederationRules)
	g = play(t, g, "e1-f2", "b8-c7", "f2-h4", "c7-b8", "h4-e1")
	if now := g.Position(); now.White != g.Start().White || now.Black != g.Start().Black {
		t.Fatalf("not the squares of the start: %s", now.FEN())
	}
	if g.Repetitions(g.Position()) != 1 || g.Repetitions(g.Start()) != 1 {
		t.Errorf("%d and %d times", g.Repetitions(g.Position()), g.Repetitions(g.Start()))
	}
}

func TestGameEnds(t *testing.T) {
	for _, test := range []struct {
		name, fen, moves string
		want             Outcome
	}{
		{"no pieces", "W:Wc3:Bd4", "c3:e5", Outcome{"2-0", NoPieces}},
		{"a blocked man", "W:Wg1,e5:Bh2,f6", "e5:g7", Outcome{"2-0", NoMoves}},
		{"it goes on", "W:Wg1,e5:Bh2,f6,a7", "e5:g7", Outcome{"*", ""}},
		{"over at once", "W:Wa1:Bb2,c3", "", Outcome{"0-2", NoMoves}},
		{"over at once, no pieces", "B:WKa1:B", "", Outcome{"2-0", NoPieces}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := play(t, NewGame(mustFEN(t, test.fen), FederationRules), strings.Fields(test.moves)...)
			if got := g.Outcome(); got != test.want {
				t.Errorf("%s: %v, want %v", g.Position().FEN(), got, test.want)
			}
		})
	}
}

// A win on the ply that fills a count is a win.
func TestWinBeforeDraw(t *testing.T) {
	g := NewGame(mustFEN(t, "W:WKc1,Ke1:BKb8"), FederationRules)
	g = play(t, g, "e1-d2", "b8-a7", "d2-e1", "a7-b8", "e1-d2", "b8-a7", "d2-e1", "a7-e3", "c1:g5")
	if got, want := g.Outcome(), (Outcome{"2-0", NoPieces}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Two games that share a past do not disturb each other, whichever is played on first.
func TestGamesAreValues(t *testing.T) {
	trunk := play(t, Game{}, "c3-d4", "b6-a5")
	left := play(t, trunk, "d4-e5", "f6:d4", "e3:c5")
	right := play(t, trunk, "d4-c5")
	if trunk.Plies() != 2 || left.Plies() != 5 || right.Plies() != 3 {
		t.Fatalf("plies %d, %d, %d", trunk.Plies(), left.Plies(), right.Plies())
	}
	if left.Moves()[1] != trunk.Moves()[1] || left.Moves()[2] == right.Moves()[2] {
		t.Errorf("moves %v and %v", left.Moves(), right.Moves())
	}
	back, ok := left.Back(3)
	if !ok || back.Position() != trunk.Position() || back.Counters() != trunk.Counters() {
		t.Errorf("back: %v, %v", back.Position().FEN(), ok)
	}
	if _, ok := trunk.Back(3); ok {
		t.Error("went back before the start")
	}
	if trunk.Start() != Start() || trunk.Rules() != FederationRules {
		t.Error("the zero Game is not an ordinary one")
	}
}

func TestEndsByPersons(t *testing.T) {
	g := play(t, Game{}, "c3-d4")
	for want, ended := range map[Outcome]Game{
		{"0-2", Resignation}: g.Resign(White),
		{"2-0", Resignation}: g.Resign(Black),
		{"1-1", Agreement}:   g.Agree().Resign(White),
		{"*", Abandoned}:     g.Abandon(),
	} {
		if got := ended.Outcome(); got != want || !got.Over() {
			t.Errorf("%v, want %v", got, want)
		}
		if _, err := ended.Force(ended.Position().Moves()[0]); !errors.Is(err, ErrOver) {
			t.Errorf("%v: played on: %v", want, err)
		}
		if back, _ := ended.Back(0); back.Outcome().Over() {
			t.Errorf("%v: still over after going back", want)
		}
	}
	if g.Outcome().Over() {
		t.Error("the game itself has ended")
	}
}

func TestForceKeepsTheDraw(t *testing.T) {
	g := NewGame(mustFEN(t, "W:WKc1,Ke1:BKb8"), FederationRules)
	g = play(t, g, "e1-d2", "b8-a7", "d2-e1", "a7-b8", "e1-d2", "b8-a7", "d2-c3", "a7-b8")
	if g.Outcome().Over() {
		t.Fatalf("over early: %v", g.Outcome())
	}
	g = play(t, g, "c3-e1")
	due := Outcome{"1-1", LoneKing}
	if g.Outcome() != due {
		t.Fatalf("%v", g.Outcome())
	}
	if _, err := g.Play(g.Position().Moves()[0]); !errors.Is(err, ErrOver) {
		t.Errorf("played on after a draw: %v", err)
	}
	if g = play(t, g, "b8-a7", "e1-d2"); g.Outcome() != due {
		t.Errorf("after playing on: %v", g.Outcome())
	}
	if _, err := g.Force(Move{From: 0, To: 1}); !errors.Is(err, ErrIllegal) {
		t.Errorf("illegal move: %v", err)
	}
}

// A game that was drawn goes on from its position as a new one; any other stays as it is.
func TestReopenDraw(t *testing.T) {
	p := mustFEN(t, "W:WKa1:BKh2")
	g := NewGame(p, PaperRules)
	for _, same := range []Game{g, g.Resign(White), g.Abandon(), NewGame(mustFEN(t, "W:W:Ba7"), PaperRules)} {
		if same.ReopenDraw() != same {
			t.Errorf("%v is another game", same.Outcome())
		}
	}
	again := g.Agree().ReopenDraw()
	if again.Outcome().Over() || again.Position() != p || again.Rules() != PaperRules || again.Plies() != 0 {
		t.Errorf("%v in %v after %d plies", again.Outcome(), again.Position(), again.Plies())
	}
}

// What is forgotten of a game changes nothing that is still to come.
func TestForget(t *testing.T) {
	for _, record := range recordedGames(t) {
		whole := play(t, Game{}, record.Moves...)
		n := whole.Plies()
		for _, kept := range []int{0, 1, n / 2, n, n + 10} {
			g := whole.Forget(kept)
			if g.Position() != whole.Position() || g.Outcome() != whole.Outcome() || g.Counters() != whole.Counters() ||
				g.Plies() != n || len(g.Moves()) != min(kept, n) {
				t.Fatalf("%d of %d plies: %v after %d plies, %d are left", kept, n, g.Outcome(), g.Plies(), len(g.Moves()))
			}
			if _, ok := g.Back(min(kept, n) + 1); ok {
				t.Errorf("%d plies of %d that were kept are taken back", kept+1, kept)
			}
		}
	}
	shuttle := []string{"a1-b2", "h2-g1", "b2-a1", "g1-h2"}
	g := NewGame(mustFEN(t, "W:WKa1:BKh2,a7"), FederationRules)
	whole := play(t, g, slices.Concat(shuttle, shuttle[:3])...)
	if again := play(t, whole.Forget(7), shuttle[3]); again.Outcome().Reason != Repetition {
		t.Errorf("the third time of a position: %v", again.Outcome())
	}
	if again := play(t, whole.Forget(6), shuttle[3]); again.Outcome().Over() {
		t.Errorf("its first time was forgotten, and yet: %v", again.Outcome())
	}
}
