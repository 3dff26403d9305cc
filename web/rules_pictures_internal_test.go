package web

import (
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
)

// The pictures of the rules are right: every move is legal and stays in the picture, each shows what
// its sentence says, and all have words in all languages.
func TestRulePicturesAreRight(t *testing.T) {
	shows := map[say.Key]func(board.Position, board.Move) bool{
		say.RulesStep:    func(_ board.Position, m board.Move) bool { return !m.IsCapture() },
		say.RulesCapture: func(p board.Position, m board.Move) bool { return len(p.CaptureOrder(m)) == 1 && len(p.Moves()) == 1 },
		say.RulesChain:   func(p board.Position, m board.Move) bool { return len(p.CaptureOrder(m)) > 1 },
		say.RulesBack:    func(_ board.Position, m board.Move) bool { return m.IsCapture() && m.To < m.From },
		say.RulesKing:    func(p board.Position, m board.Move) bool { return p.Promotes(m) },
		say.RulesPress:   nil,
	}
	for _, r := range rulePictures {
		p, err := board.ParseFEN(r.start)
		if err != nil {
			t.Fatal(err)
		}
		show, known := shows[r.key]
		delete(shows, r.key)
		if !known {
			t.Errorf("%s is there twice, or unknown", r.key)
		}
		for i, text := range r.moves {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("%s: %v", r.key, err)
			}
			for _, sq := range p.Path(m) {
				file, rank := sq.String()[0]-r.corner[0], sq.String()[1]-r.corner[1]
				if file >= pictureFiles || rank >= pictureRanks {
					t.Errorf("%s: %s leaves the picture", r.key, text)
				}
			}
			if i == 0 && !show(p, m) {
				t.Errorf("%s: %s shows something else", r.key, text)
			}
			p = p.Play(m)
		}
		if r.still > max(0, len(r.moves)-1) {
			t.Errorf("%s: there is no frame %d with a move", r.key, r.still)
		}
	}
	if len(shows) > 0 {
		t.Errorf("there are no pictures for %v", shows)
	}
	for _, lang := range langs {
		if got := len(drawRules(lang, "white", 18.75)); got != len(rulePictures) {
			t.Errorf("%s has %d pictures", lang, got)
		}
	}
}

// Who plays Black sees black checkers move.
func TestRulePicturesHaveTheVisitorsColour(t *testing.T) {
	white, black := drawRules(say.English, "white", 18.75), drawRules(say.English, "black", 18.75)
	for i, w := range white {
		for j, piece := range w.Pieces {
			if other := black[i].Pieces[j]; other.Piece == piece.Piece || inColours(other.Piece, "black") != piece.Piece {
				t.Errorf("%s: %s on %s became %s", w.Name, piece.Piece, piece.Name, other.Piece)
			}
		}
	}
}

// The last six plies stand in their order, each with the colour that made it.
func TestRecentMoves(t *testing.T) {
	all := []string{"c3-d4", "b6-a5", "d4-e5", "f6:d4", "e3:c5", "d6:b4", "a3:c5"}
	for plies, want := range map[int]string{0: "", 1: "white c3-d4", 7: "black b6-a5 white d4-e5 black f6:d4 white e3:c5 black d6:b4 white a3:c5"} {
		turn := "white"
		if plies%2 == 1 {
			turn = "black"
		}
		got := ""
		for _, m := range recentMoves(robot.Snapshot{Moves: all[:plies], Turn: turn}, say.English) {
			got += " " + m.By + " " + m.Words
			if names := map[string]string{"white": "White", "black": "Black"}; m.Name != names[m.By] {
				t.Errorf("%s is called %s", m.By, m.Name)
			}
		}
		if got != "" {
			got = got[1:]
		}
		if got != want {
			t.Errorf("after %d plies: %s", plies, got)
		}
	}
	if !slices.Equal(all[:1], []string{"c3-d4"}) {
		t.Error("the robot's list was changed")
	}
}
