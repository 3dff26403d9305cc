package selfplay

import (
	"bytes"
	"context"
	"testing"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

// A counter counts what an evaluator is asked.
type counter struct {
	net.Evaluator
	asked int
}

func (c *counter) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	c.asked++
	return c.Evaluator.Evaluate(s, logits)
}

// Games are the same with a memory of answers as without one, and ask less.
func TestCache(t *testing.T) {
	p := small("", 1).Origin.Plan
	p.Full = 1
	compact, err := net.NewCompact(net.CompactShape{Blocks: 1, Filters: 8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]net.Evaluator{"compact": compact.Evaluator(), "rollouts": mcts.NewRollouts(1, 1)} {
		plain, behind := &counter{Evaluator: e}, &counter{Evaluator: e}
		remembering := newCachedEvaluator(behind)
		for i := range uint64(4) {
			want, err := playGame(context.Background(), plain, p, i)
			if err != nil {
				t.Fatal(err)
			}
			got, err := playGame(context.Background(), remembering, p, i)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.appendPacked(nil), want.appendPacked(nil)) {
				t.Errorf("%s: game %d is another", name, i)
			}
		}
		if behind.asked*10 > plain.asked*9 {
			t.Errorf("%s: asked %d times, without a memory %d", name, behind.asked, plain.asked)
		}
	}
}
