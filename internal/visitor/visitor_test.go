package visitor

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine/levels"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// known are the levels that are in the program.
var known = func() *levels.Catalogue {
	c, err := levels.Open(levels.Sources{})
	if err != nil {
		panic(err)
	}
	return c
}()

func newVisitor(t *testing.T, spec string, seed uint64) *Visitor {
	t.Helper()
	v, err := New(spec, seed, known)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestParse(t *testing.T) {
	for _, spec := range []string{
		"random", "level:child", "level:amateur", "clumsy", "clumsy:random", "clumsy:level:amateur",
	} {
		if err := Parse(spec, known); err != nil {
			t.Errorf("%q: %v", spec, err)
		}
	}
	for _, spec := range []string{
		"", "level", "level:", "level:god", "clumsyrandom", "clumsy:", "clumsy:clumsy", "Random", "random:x",
	} {
		if err := Parse(spec, known); err == nil || !strings.HasPrefix(err.Error(), "visitor: ") {
			t.Errorf("%q: %v", spec, err)
		}
	}
}

// Whole games: every kind of visitor plays to the end, true checkers always equal the game, and only the clumsy one
// presses without a legal move.
func TestGames(t *testing.T) {
	for _, spec := range []string{"random", "level:child", "level:amateur", "clumsy", "clumsy:level:child"} {
		illegal := 0
		for seed := range uint64(8) {
			v := newVisitor(t, spec, seed)
			p, table := newPartner(board.Start(), board.Color(seed%2), seed)
			g := p.playGame(v, table)
			if !g.Outcome().Over() || p.mismatches > 0 || v.IllegalPresses() != p.verdicts {
				t.Errorf("%s %d: %v after %d plies, %d mismatches, %d illegal presses of %d seen", spec, seed,
					g.Outcome(), g.Plies(), p.mismatches, v.IllegalPresses(), p.verdicts)
			}
			illegal += v.IllegalPresses()
		}
		if clumsy := strings.HasPrefix(spec, "clumsy"); clumsy != (illegal > 8) || !clumsy && illegal > 0 {
			t.Errorf("%s: %d illegal presses", spec, illegal)
		}
	}
}

// One seed, one behaviour: fast demos are repeated byte for byte.
func TestDeterministic(t *testing.T) {
	logs := map[uint64]string{}
	for _, seed := range []uint64{5, 5, 6} {
		p, table := newPartner(board.Start(), board.White, 1)
		p.playGame(newVisitor(t, "clumsy:level:child", seed), table)
		log := strings.Join(table.log, ",")
		if was, ok := logs[seed]; ok && was != log {
			t.Error("the same seed played differently")
		}
		logs[seed] = log
	}
	if logs[5] == logs[6] {
		t.Error("another seed played the same")
	}
}

// The hand stays away while the robot thinks and moves, and keeps a person's pace.
func TestHandsOff(t *testing.T) {
	for _, phase := range []string{"boot", "thinking", "moving", "stopped", "over"} {
		v, w := newVisitor(t, "clumsy", 1), &table{pieces: piecesOf(board.Start())}
		view := View{Key: "thinking", Phase: phase, FEN: board.Start().FEN(), Serial: 1}
		if next := v.Advance(0, view, w); next != never {
			t.Errorf("%s: wants to be called at %v", phase, next)
		}
		v.Advance(time.Hour, view, w)
		if len(w.log) > 0 {
			t.Errorf("%s: %v", phase, w.log)
		}
	}
}

// When the colours change sides, the board is laid for the other one, after the end of a game and before its first move.
func TestColoursChangeSides(t *testing.T) {
	for _, phase := range []string{"over", "setup"} {
		v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(board.Start())}
		view := View{Key: "set_up_as_black", Phase: phase, FEN: board.Start().FEN(), Start: board.Start().FEN(), Serial: 1}
		for now := time.Duration(0); w.presses == 0 && now < time.Minute; {
			now = v.Advance(now, view, w)
		}
		if !slices.Contains(w.log, "lay for black") || w.presses != 1 {
			t.Errorf("%s: %v, %d presses", phase, w.log, w.presses)
		}
	}
}

func TestPace(t *testing.T) {
	v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(board.Start())}
	view := View{Key: "your_turn", Phase: "visitor", FEN: board.Start().FEN(), Serial: 1}
	now := time.Duration(0)
	for range 2 {
		next := v.Advance(now, view, w)
		if wait := next - now; wait < quickest || wait > slowest {
			t.Errorf("waits %v", wait)
		}
		if before := len(w.log); v.Advance(next-1, view, w) != next || len(w.log) != before {
			t.Error("acts before it is due")
		}
		now = next
	}
	if next := v.Advance(now, view, w); w.presses != 1 || next != now+patience {
		t.Errorf("log %v, next %v", w.log, next-now)
	}
	// Nothing happens: the visitor looks again and presses once more.
	now += patience
	v.Advance(now, view, w)
	if w.presses != 2 {
		t.Errorf("log %v", w.log)
	}
}

// What fell on a square where it isn't felt is fetched from there, when none is spare; what is
// captured and still stands stays.
func TestFallenIsFetched(t *testing.T) {
	p, err := board.ParseFEN("W:Wc3,Kh2,d6:Bc7,Ka7")
	if err != nil {
		t.Fatal(err)
	}
	v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(p), bare: true}
	view := View{
		Key:     "help_place",
		Phase:   "help",
		Squares: []string{"b8"},
		FEN:     "W:Wc3,Kh2:Bb8,Ka7",
		Start:   board.Start().FEN(),
		Visitor: board.White,
		Serial:  1,
	}
	for now := time.Duration(0); now < 20*time.Second; {
		now = v.Advance(now, view, w)
	}
	if got := strings.Join(w.log, ","); got != "move c7 b8,empty,press" {
		t.Error(got)
	}
}

// What is asked for is done, nothing else, and then the button is pressed.
func TestRequests(t *testing.T) {
	fen := "W:Wc3,Kh2:Bb8,Ka7"
	cases := []struct {
		key, phase, board string
		squares           []string
		want              string
	}{
		{"help_pick", "help", "W:Wc3,Kh2:Bd8,Ka7", []string{"d8", "b8"}, "move d8 b8,press"},
		{"help_pick", "help", fen, []string{"d8", "b8"}, "move b8 b8,press"},
		{"help_place", "help", "W:Wc3,Kh2:BKa7", []string{"b8"}, "put black man b8,empty,press"},
		{"help_place", "help", "W:Wc3,Kh2:Bb8", []string{"f6"}, "put black king f6,empty,press"},
		{"help_place", "help", fen, []string{"b8"}, "move b8 b8,empty,press"},
		{"set_up_black_king", "help", "W:Wc3,Kh2:Bb8", []string{"a7"}, "put black king a7,press"},
		{"help_remove", "help", fen, []string{"c3"}, "remove c3,empty,press"},
		{"help_remove", "help", "W:Wc3,Kh2,h6:Bb8,Ka7,d4", []string{"c5"}, "remove h6,empty,press"},
		{"turn_over", "help", fen, []string{"b8"}, "turn b8,press"},
		{"turn_over", "help", fen, []string{"a7"}, "press"},
		{"tray_full", "help", fen, nil, "empty,press"},
		{"crown_yours", "thinking", fen, []string{"c3"}, "turn c3"},
		{"crown_yours", "thinking", fen, []string{"h2"}, ""},
		{"crown_yours", "visitor", "W:Wc3,h2:Bb8,Ka7", []string{"h2"}, "turn h2,move h2 g1,press"},
		{"tidy_tray", "over", fen, nil, "trophies"},
		{"tidy_tray", "setup", fen, nil, "trophies,press"},
		{"hold_still", "help", fen, nil, "press"},
		{"hold_still", "hold", fen, nil, "press"},
		{"hands_off", "hold", fen, nil, ""},
		{"put_back", "hold", "W:WKh2:Bb8,Ka7", []string{"c3"}, "put white man c3,press"},
		{"put_back_mine", "hold", "W:Wc3,Kh2:Bb8", []string{"a7"}, "put black king a7,press"},
		{"take_away", "hold", "W:Wc3,Kh2,d4:Bb8,Ka7", []string{"d4"}, "remove d4,press"},
		{"put_in_middle", "hold", fen, []string{"h2"}, "move h2 h2,press"},
		{"set_up", "setup", "W:Wc3,Kg1:BKb8,e5", nil, "trophies,move g1 h2,turn e5,move e5 a7,turn b8,press"},
		{
			"set_up_square",
			"setup",
			"W:WKc3:Bb8,Ka7,h2",
			[]string{"h2"},
			"trophies,turn c3,remove h2,put white king h2,press",
		},
		{"set_up_black", "setup", fen, []string{"b8"}, "move b8 b8,press"},
		{
			"set_up_square",
			"over",
			"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			[]string{"a3", "d4"},
			"move a3 a3,trophies,press",
		},
		{"takeback_done", "setup", "W:Wd4,Kh2:Bb8,Ka7", nil, ""},
		{"takeback_done", "visitor", "W:Wd4,Kh2:Bb8,Ka7", nil, "move d4 c3,press"},
		{"restore_move", "setup", "W:Wc3,Kh2:Bc7,Ka7", []string{"c7", "b8"}, "move c7 b8,press"},
		{"restore_black_man", "setup", "W:Wc3,Kh2:BKa7", []string{"b8"}, "from slot 2 to b8,press"},
		{"restore_black_man", "setup", fen, []string{"b8"}, "remove b8,from slot 2 to b8,press"},
		{"restore_king", "setup", "W:Wc3,Kh2:Bb8,Ka7,Ke1", []string{"e1"}, "spare e1 to 2,press"},
		{"restore_spare", "setup", fen, nil, "spare - to 2,press"},
		{"restore_turn", "setup", "W:Wc3,h2:BKb8,Ka7", []string{"b8"}, "turn b8,press"},
		{"restore_turn", "setup", fen, []string{"b8"}, "press"},
		{"fault_empty", "nowhere", fen, []string{"zz"}, ""},
	}
	for _, c := range cases {
		p, err := board.ParseFEN(c.board)
		if err != nil {
			t.Fatal(err)
		}
		v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(p)}
		view := View{
			Key:     c.key,
			Phase:   c.phase,
			Squares: c.squares,
			Slot:    3,
			FEN:     fen,
			Start:   board.Start().FEN(),
			Visitor: board.White,
			Serial:  1,
		}
		for now := time.Duration(0); now < 20*time.Second; {
			now = v.Advance(now, view, w)
		}
		if got := strings.Join(w.log, ","); got != c.want {
			t.Errorf("%s in %s on %s: %q, want %q", c.key, c.phase, c.board, got, c.want)
		}
	}
}

// A finished game is followed by another when the robot asks for it, from the start position.
func TestNewGame(t *testing.T) {
	v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(board.Start()), beside: []int{7}, trophies: 3}
	w.pieces[0], w.pieces[20] = board.NoPiece, board.WhiteKing
	view := View{Key: "end_win_no_pieces", Phase: "over", FEN: "W:Wa1:B", Serial: 1}
	if next := v.Advance(0, view, w); next != never {
		t.Fatal("does something before it is asked")
	}
	view.Key, view.Serial = "set_up", 2
	for now := time.Duration(0); w.presses == 0 && now < time.Hour; {
		now = v.Advance(now, view, w)
	}
	if w.pieces != piecesOf(board.Start()) || len(w.beside) > 0 || w.trophies > 0 {
		t.Errorf("%v", w.log)
	}
}

// Told that a checker lies off its middle, the visitor lays it again.
func TestPutInMiddle(t *testing.T) {
	v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(board.Start())}
	view := View{Key: "your_turn", Phase: "visitor", FEN: board.Start().FEN(), Serial: 1}
	now := time.Duration(0)
	for w.presses == 0 {
		now = v.Advance(now, view, w)
	}
	view.Key, view.Squares, view.Serial = "put_in_middle", []string{"g1"}, 2
	for w.presses == 1 {
		now = min(v.Advance(now, view, w), now+time.Second)
	}
	if !slices.Contains(w.log, "move g1 g1") || v.IllegalPresses() != 0 {
		t.Errorf("%v", w.log)
	}
}

// Every kind of mistake occurs where it can, and none passes for a legal move.
func TestMistakes(t *testing.T) {
	p, err := board.ParseFEN("W:Wc3,a1,g1:Bd4,f6,h8,a7")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseMove("c3:e5:g7")
	if err != nil {
		t.Fatal(err)
	}
	intended := newIntendedMove(p.FEN(), p, m)
	rng := rand.New(rand.NewPCG(1, 1))
	kinds := map[string]func(*rand.Rand) []op{
		"pressIdle": intended.pressIdle, "moveAstray": intended.moveAstray, "stopHalfWay": intended.stopHalfWay,
		"leaveStanding": intended.leaveStanding,
		"moveForeign":   intended.moveForeign, "missCapture": intended.missCapture, "stealPiece": intended.stealPiece,
	}
	for name, kind := range kinds {
		if ops := kind(rng); ops == nil {
			t.Errorf("%s does not occur", name)
		}
	}
	if got := imagineOps(piecesOf(p), intended.stopHalfWay(rng)); got[18] != board.WhiteMan || got[13] != board.NoPiece ||
		got[22] != board.BlackMan {
		t.Errorf("half-way: %v", got)
	}
	left := imagineOps(piecesOf(p), intended.leaveStanding(rng))
	if n := occupiedSquares(left).Len(); left[m.To] != board.WhiteMan || n != 6 {
		t.Errorf("left standing: %v", left)
	}
	for range 200 {
		if ops, ok := intended.planMistake(rng); ok && intended.isLegal(imagineOps(piecesOf(p), ops)) {
			t.Fatal("a mistake that is a legal move")
		}
	}
	quiet := newIntendedMove("", board.Start(), board.Start().Moves()[0])
	if quiet.stopHalfWay(rng) != nil || quiet.leaveStanding(rng) != nil || quiet.missCapture(rng) != nil {
		t.Error("a mistake of captures in a quiet move")
	}
}

// On the virtual robot's own board, with its scattered hand, whole games stay true.
func TestOnTwin(t *testing.T) {
	for seed := range uint64(2) {
		s := &twinStage{World: world.New(groundtruth.New(seed), seed), visitor: board.Color(seed % 2)}
		s.Lay(board.Start())
		v := newVisitor(t, "clumsy", seed)
		p, _ := newPartner(board.Start(), s.visitor, seed)
		if g := p.playGame(v, s); !g.Outcome().Over() || p.mismatches > 0 || v.IllegalPresses() == 0 {
			t.Errorf("seed %d: %v after %d plies, %d mismatches, %d illegal presses", seed, g.Outcome(), g.Plies(),
				p.mismatches, v.IllegalPresses())
		}
		s.VerifyPosition(p.game.Position(), 0)
		if c := s.Counts(); c.BoardMismatches > 0 {
			t.Errorf("seed %d: %v", seed, c.MismatchDetails)
		}
	}
}

// BenchmarkGame measures a whole game of a random visitor without a robot.
func BenchmarkGame(b *testing.B) {
	for b.Loop() {
		v, err := New("random", 1, known)
		if err != nil {
			b.Fatal(err)
		}
		p, table := newPartner(board.Start(), board.White, 1)
		p.playGame(v, table)
	}
}

// A visitor that sees a checker lie where the arm has lost it takes it away before moving:
// between the squares, on another one, or on a square that is empty in the game.
func TestFallenCheckers(t *testing.T) {
	view := View{Key: "your_turn", Phase: "visitor", FEN: "W:Wc3:Bb8", Visitor: board.White, Serial: 1}
	p, err := board.ParseFEN("W:Wc3:Bb8,e5")
	if err != nil {
		t.Fatal(err)
	}
	v, w := newVisitor(t, "random", 1), &table{pieces: piecesOf(p), beside: []int{7}}
	for now := time.Duration(0); now < 20*time.Second; {
		now = v.Advance(now, view, w)
	}
	if got := strings.Join(w.log, ","); !strings.HasPrefix(got, "lift 7,remove e5,move c3 ") {
		t.Errorf("%q", got)
	}
	lying := []world.StateChecker{
		{ID: 1, Where: "e5", Z: 12},
		{ID: 2, Where: "c3", Z: 12},
		{ID: 3, Where: "e5", Z: 17},
		{ID: 4, Where: "tray", Z: 5},
		{ID: 5, Where: "tray"},
	}
	if id, ok := findStray(lying); !ok || id != 3 {
		t.Errorf("checker %d, %v", id, ok)
	}
	if id, ok := findStray(slices.Delete(lying, 2, 3)); ok {
		t.Errorf("checker %d lies right", id)
	}
}
