package queries

import (
	"math/rand/v2"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// Every finding of the sensing has a sentence, with everything that it speaks of filled in.
func TestEveryDiagnosisHasASentence(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	p, found := board.Start(), map[string]bool{}
	for range 20000 {
		moves := p.Moves()
		if len(moves) == 0 || p.Occupied().Len() < 4 {
			p = board.Start()
			continue
		}
		prev := p
		p = p.Play(moves[random.IntN(len(moves))])
		noise := board.Square(random.IntN(32)).Bit()
		noise ^= board.Square(random.IntN(32)).Bit()
		q := sensing.Query{
			Position: prev,
			Prev:     &prev,
			Bits:     p.Occupied() ^ noise,
			Unknown:  board.Bits(random.Uint32() & random.Uint32() & random.Uint32() & random.Uint32()),
		}
		if random.IntN(2) == 0 {
			q.Bits = prev.Occupied() ^ noise
		}
		m := sensing.Infer(q).Say
		if m.Key == "" {
			continue
		}
		found[m.Key] = true
		for _, lang := range say.Langs() {
			text := say.Text(lang, say.Key(m.Key), say.Args{Squares: board.SquareNames(m.Squares), Move: m.Move})
			if strings.ContainsAny(text, "[]…") {
				t.Fatalf("%s %v in %s: %s", m.Key, m.Squares, lang, text)
			}
		}
	}
	if len(found) < 10 {
		t.Errorf("only %d kinds of sentences were met: %v", len(found), found)
	}
}
