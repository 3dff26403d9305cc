package turn

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
)

// Every way to end a game has its sentence in every language.
func TestEndsHaveSentences(t *testing.T) {
	reasons := map[board.Reason]bool{ // drawn, or won
		"no_pieces": false, "no_moves": false, "resignation": false, "repetition": true, "three_kings": true,
		"kings_only": true,
		"balance":    true, "main_road": true, "lone_king": true, "agreement": true,
	}
	outcomes := []board.Outcome{{Result: "*", Reason: "abandoned"}}
	for reason, drawn := range reasons {
		if drawn {
			outcomes = append(outcomes, board.Outcome{Result: "1-1", Reason: reason})
		} else {
			outcomes = append(outcomes, board.Outcome{Result: "2-0", Reason: reason},
				board.Outcome{Result: "0-2", Reason: reason})
		}
	}
	for _, o := range outcomes {
		for _, lang := range say.Langs() {
			if _, err := say.Render(lang, endKey(o, board.White), say.Args{}); err != nil {
				t.Errorf("%+v in %s: %v", o, lang, err)
			}
		}
	}
	for _, c := range []struct {
		result  string
		visitor board.Color
		want    say.Key
	}{
		{"2-0", board.White, say.EndWinNoMoves},
		{"2-0", board.Black, say.EndLossNoMoves},
		{"0-2", board.White, say.EndLossNoMoves},
		{"0-2", board.Black, say.EndWinNoMoves},
	} {
		if got := endKey(board.Outcome{Result: c.result, Reason: "no_moves"}, c.visitor); got != c.want {
			t.Errorf("%s for a visitor who plays %v: %s, want %s", c.result, c.visitor, got, c.want)
		}
	}
}

// A sentence that Step says has what it needs to be complete, in every language.
func TestSentencesAreComplete(t *testing.T) {
	for _, x := range []*script{
		moving(t),
		moving(t).feed(trouble(ArmHelpPick, 0, 0, 0)),
		moving(t).feed(trouble(ArmHelpPlace, 0, 0, 0)),
		moving(t).feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: 0}, trouble(ArmHelpPick, 1, 0, 0)),
		moving(t).feed(trouble(ArmDisturbed, 0, bits("a1"), 0), scan(0)),
		moving(t).feed(trouble(ArmDisturbed, 0, 0, bits("a1")), scan(bits("a1"))),
		begin(t, "W:Wc7,a1:Bh8,a7", board.White).visitor("c7-d8"),
		begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5"),
		begin(t, startFEN, board.White).feed(press(board.Start().Occupied() &^ bits("c3"))),
	} {
		for _, lang := range say.Langs() {
			args := say.Args{Squares: x.s.Said.Squares, Move: x.s.Said.Move}
			if _, err := say.Render(lang, say.Key(x.s.Said.Key), args); err != nil {
				t.Errorf("%+v in %s: %v", x.s.Said, lang, err)
			}
		}
	}
}
