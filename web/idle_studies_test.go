package web

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
)

// Each study is played by the rules, to White's win.
func TestStudies(t *testing.T) {
	for _, s := range studies {
		start, err := board.ParseFEN(s.start)
		if err != nil {
			t.Fatal(err)
		}
		g := board.NewGame(start, board.FederationRules)
		for _, text := range s.moves {
			m, err := g.Position().ParseMove(text)
			if err != nil {
				t.Fatalf("%s: %s: %v", s.key, text, err)
			}
			if written := g.Position().Notation(m); written != text {
				t.Errorf("%s: %s is written %s", s.key, text, written)
			}
			if g, err = g.Play(m); err != nil {
				t.Fatalf("%s: %s: %v", s.key, text, err)
			}
		}
		if o := g.Outcome(); o.Result != board.WhiteWins {
			t.Errorf("%s ends %+v", s.key, o)
		}
		frames, err := s.playThrough()
		if err != nil || len(frames) != len(s.moves)+1 {
			t.Errorf("%s: %d frames, %v", s.key, len(frames), err)
		}
	}
	for _, lang := range say.Langs() {
		if n := len(playedStudies(lang)); n != len(studies) {
			t.Errorf("%s: %d studies", lang, n)
		}
	}
}
