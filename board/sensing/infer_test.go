package sensing

import (
	"strings"
	"testing"

	"crownhead/board"
)

func fen(t testing.TB, text string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func squares(t testing.TB, text string) board.Bits {
	t.Helper()
	set := board.Bits(0)
	for _, name := range strings.Fields(text) {
		s, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		set |= s.Bit()
	}
	return set
}

func names(list []board.Square) string {
	text := make([]string, len(list))
	for i, s := range list {
		text[i] = s.String()
	}
	return strings.Join(text, " ")
}

const start = "W:W21-32:B1-12"

// Each scene: what stands otherwise than in the position, and what is made of it.
func TestScenes(t *testing.T) {
	for _, scene := range []struct {
		name, fen, gone, came string
		verdict               Verdict
		say                   string // key and squares
	}{
		{"a move", start, "c3", "d4", MoveMade, ""},
		{"nobody moved", start, "", "", Unchanged, "your_move"},
		{"all empty", "W:Wa1,c3:Bb8", "a1 c3 b8", "", Fault, "fault_empty"},
		{"a capture", "W:Wc3:Bd4", "c3 d4", "e5", MoveMade, ""},
		{"a capture on its starting square", "W:WKc1:Bb2,b4,d2,d4", "b2 b4 d2 d4", "", MoveMade, ""},
		{"the start position", "W:Wc3:Bd6", "d6", "a1 c1 e1 g1 b2 d2 f2 h2 a3 e3 g3 b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6", Start, "new_game_offer"},

		{"a captured checker left", "W:Wc3:Bd4,h8", "c3", "e5", Incomplete, "take_off d4"},
		{"two left: in the order of the capture", "W:Wc3:Bd4,d6", "c3", "c7", Incomplete, "take_off d4"},
		{"the second left", "W:Wc3:Bd4,d6", "c3 d4", "c7", Incomplete, "take_off d6"},
		{"left in a circle", "W:WKc1:Bb2,b4,d2,d4", "b2 b4 d2", "", Incomplete, "take_off d4"},
		{"cut short, the captured one taken off", "W:Wc3:Bd4,d6", "c3 d4", "e5", Incomplete, "capture_goes_on e5 c7"},
		{"cut short, the captured one still there", "W:Wc3:Bd4,d6", "c3", "e5", Incomplete, "capture_goes_on e5 c7"},
		{"cut short after two of three", "W:Wc3:Bd4,d6,b6", "c3 d6", "c7", Incomplete, "capture_goes_on c7 a5"},
		{"a king cut short", "W:WKa1:Bc3,g5", "a1 c3", "f6", Incomplete, "capture_goes_on f6 h4"},
		{"a king on a square from which it cannot go on", "W:WKa1:Bc3,g5", "a1 c3", "g7", Illegal, "move_not_legal a1 g7"},
		{"promoted on the way and cut short", "W:Wd6:Be7,g7", "d6 e7", "f8", Incomplete, "capture_goes_on f8 h6"},

		{"had to capture", "W:Wc3,g3:Bd4", "g3", "h4", Illegal, "must_capture c3"},
		{"had to capture with this one", "W:Wc3,g3:Bd4", "c3", "b4", Illegal, "must_capture c3"},
		{"took the captured one and did not move", "W:Wc3,g3:Bd4", "d4", "", Illegal, "must_capture c3"},
		{"a man backward", "W:Wc3,a1:Bh8", "c3", "d2", Illegal, "men_go_forward c3 d2"},
		{"a black man backward", "B:Wa1:Bd4", "d4", "e5", Illegal, "men_go_forward d4 e5"},
		{"a black man sideways", "B:Wa1:Bd4", "d4", "f4", Illegal, "men_go_forward d4 f4"},
		{"a man too far", start, "c3", "c5", Illegal, "move_not_legal c3 c5"},
		{"a king round the corner", "W:WKa1:Bh2", "a1", "c5", Illegal, "move_not_legal a1 c5"},
		{"a king backward is no man", "W:WKc3:Bh2", "c3", "c1", Illegal, "move_not_legal c3 c1"},
		{"the robot's checker moved", start, "f6", "e5", Illegal, "put_back_mine f6 e5"},
		{"the robot's checker taken", start, "f6", "", Illegal, "put_back_mine f6"},
		{"moved, and took the robot's checker too", start, "c3 f6", "d4", Illegal, "put_back_mine f6"},
		{"off the middle", start, "f2", "", Illegal, "put_in_middle f2"},
		{"moved, and another off the middle", start, "c3 f2", "d4", Illegal, "put_in_middle f2"},
		{"captured and landed off the middle", "W:Wc3:Bd4,h8", "c3 d4", "", Illegal, "put_in_middle e5"},
		{"one more on the board", start, "", "e5", Illegal, "take_away e5"},
		{"moved, and one more on the board", start, "c3", "d4 a5", Illegal, "take_away a5"},
		{"two of their own", start, "c3 g3", "d4 h4", Illegal, "put_back g3 h4"},
		{"two, both wrong: the nearer first", start, "c3 h2", "c5 g5", Illegal, "put_back c3 c5"},
		{"three of the robot's moved", start, "f6 d6 b6", "a5 c5 e5", Illegal, "put_back_mine b6 a5"},
		{"two taken", start, "a1 h8", "", Illegal, "put_back a1"},
		{"two more on the board", start, "", "c5 f4", Illegal, "take_away f4"},
		{"game over", "W:W:Bb8", "b8", "c7", Illegal, "put_back_mine b8 c7"},
	} {
		t.Run(scene.name, func(t *testing.T) {
			p := fen(t, scene.fen)
			seen := p.Occupied()&^squares(t, scene.gone) | squares(t, scene.came)
			r := Infer(Query{Position: p, Bits: seen})
			say := strings.TrimSpace(r.Say.Key + " " + names(r.Say.Squares))
			if r.Verdict != scene.verdict || say != scene.say {
				t.Errorf("%s, says %q; want %s, %q", r.Verdict, say, scene.verdict, scene.say)
			}
		})
	}
}

func TestTakebackBeforeStart(t *testing.T) {
	prev := board.Start()
	move, err := prev.ParseMove("c3-d4")
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Position: prev.Play(move), Prev: &prev, Bits: prev.Occupied()}
	if r := Infer(q); r.Verdict != Takeback || r.Say.Key != "takeback_seen" {
		t.Errorf("%s, says %s", r.Verdict, r.Say.Key)
	}
	q.Prev = nil
	if r := Infer(q); r.Verdict != Start {
		t.Errorf("without the position before: %s", r.Verdict)
	}
}

func TestFull(t *testing.T) {
	if r := Infer(Query{Position: board.Start(), Bits: 0xffffffff}); r.Verdict != Fault || r.Say.Key != "fault_full" {
		t.Errorf("%s, says %s", r.Verdict, r.Say.Key)
	}
}

// A masked square is asked about only when it matters.
func TestMasked(t *testing.T) {
	p := fen(t, "W:Wc3,h2:Bh8,a7")
	for _, test := range []struct {
		name, gone, came, dead string
		verdict                Verdict
		candidates             int
		say                    string
	}{
		{"two targets unseen", "c3", "", "b4 d4", Ambiguous, 2, "which_move b4 d4"},
		{"one target unseen", "c3", "", "d4", MoveMade, 0, ""},
		{"unchanged or moved", "", "", "c3 b4", Ambiguous, 1, "which_move b4"},
		{"unchanged", "", "", "a1 b4", Unchanged, 0, "your_move"},
		{"a wrong reading is passed over", "c3", "d4 f6", "f6", MoveMade, 0, ""},
		{"all 32 empty is a cable, masked or not", "c3 h2 h8 a7", "", "c3 h2 h8 a7", Fault, 0, "fault_empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			seen := p.Occupied()&^squares(t, test.gone) | squares(t, test.came)
			r := Infer(Query{Position: p, Bits: seen, Unknown: squares(t, test.dead)})
			say := strings.TrimSpace(r.Say.Key + " " + names(r.Say.Squares))
			if r.Verdict != test.verdict || len(r.Candidates) != test.candidates || say != test.say {
				t.Errorf("%s, %d candidates, says %q", r.Verdict, len(r.Candidates), say)
			}
		})
	}
}

// The squares of a diagnosis are those of all nearest outcomes together.
func TestSquaresOfAllNearest(t *testing.T) {
	p := fen(t, "W:Wc3,h2:Bh8,a7")
	r := Infer(Query{Position: p, Bits: p.Occupied() &^ squares(t, "c3")})
	if r.Verdict != Illegal || len(r.Nearest) != 2 || names(r.Squares) != "b4 d4" {
		t.Errorf("%s, %d nearest, squares %s", r.Verdict, len(r.Nearest), names(r.Squares))
	}
	r = Infer(Query{Position: p, Bits: p.Occupied()&^squares(t, "c3") | squares(t, "b4 f6")})
	if len(r.Nearest) != 1 || names(r.Squares) != "f6" || r.Say.Move != "c3-b4" {
		t.Errorf("%d nearest, squares %s, move %s", len(r.Nearest), names(r.Squares), r.Say.Move)
	}
}
