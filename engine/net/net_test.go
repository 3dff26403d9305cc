package net

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"crownhead/board"
)

// randomState is the state after a number of random moves, amid a capture if there is one to be had then.
func randomState(t testing.TB, seed uint64, plies int) State {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	g := board.NewGame(board.Start(), board.FederationRules)
	for range plies {
		moves := g.Position().Moves()
		next, err := g.Play(moves[rng.IntN(len(moves))])
		if err != nil || next.Outcome().Over() {
			break
		}
		g = next
	}
	s := NewState(g)
	if actions := s.AppendActions(nil); s.Position.CanCapture() {
		if next, _, complete := s.Apply(actions[0]); !complete {
			return next
		}
	}
	return s
}

// enlargeWeights makes every weight and bias count.
func enlargeWeights(n *Net) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, l := range n.body.layers() {
		for i := range l.bias {
			l.bias[i] = float32(rng.NormFloat64() * 0.1)
		}
	}
	for _, l := range n.body.smallInitLayers() {
		for i := range l.weight {
			l.weight[i] *= 5
		}
	}
	n.packWeights()
}

func mustCompact(t testing.TB, s CompactShape, seed uint64) *Net {
	t.Helper()
	n, err := NewCompact(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustPaper(t testing.TB, past int) *Net {
	t.Helper()
	n, err := NewPaper(past, 1)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Both nets compute what their formulas say, in double precision, with either kernel.
func TestForward(t *testing.T) {
	for _, c := range []struct {
		net   *Net
		games []int // plies
	}{
		{mustCompact(t, DefaultCompact, 1), []int{9, 31}},
		{mustCompact(t, CompactShape{Blocks: 3, Filters: 40}, 2), []int{24}},
		{mustPaper(t, defaultPast), []int{29}},
	} {
		enlargeWeights(c.net)
		for _, plies := range c.games {
			s := randomState(t, uint64(plies), plies)
			want, wantValue := referenceOf(c.net, &s)
			checkForward(t, c.net, &s, want, wantValue)
			if c.net.Kind() == CompactKind { // generic, the paper's takes a second or ten
				withKernel(genericKernel, func() { checkForward(t, c.net, &s, want, wantValue) })
			}
		}
	}
}

// withKernel has something done by one kernel.
func withKernel(k kernel, do func()) {
	defer func(k kernel) { activeKernel = k }(activeKernel)
	activeKernel = k
	do()
}

func checkForward(t *testing.T, n *Net, s *State, want [Actions]float64, wantValue float64) {
	t.Helper()
	var logits [Actions]float32
	if value := n.Evaluator().Evaluate(s, &logits); math.Abs(float64(value)-wantValue) > 1e-4 {
		t.Errorf("%s, %s, %s: value %g, want %g", activeKernel.name, n.Kind(), s.Position.FEN(), value, wantValue)
	}
	for a := range logits {
		if math.Abs(float64(logits[a])-want[a]) > 1e-3 {
			t.Fatalf("%s, %s, %s: %v is %g, want %g", activeKernel.name, n.Kind(), s.Position.FEN(), Action(a),
				logits[a], want[a])
		}
	}
}

func referenceOf(n *Net, s *State) (logits [Actions]float64, value float64) {
	r := newReference(n.body.layers())
	if b, ok := n.body.(*paperNet); ok {
		return r.paperForward(b, s)
	}
	return r.compactForward(n.body.(*compactNet), s)
}

// The compact net sees no colours: the board turned, with the colours exchanged, is the same to it.
func TestOwnView(t *testing.T) {
	n := mustCompact(t, DefaultCompact, 1)
	enlargeWeights(n)
	e := n.Evaluator()
	for seed := range uint64(8) {
		s := randomState(t, seed, 20+int(seed))
		var here, there [Actions]float32
		value := e.Evaluate(&s, &here)
		turned := s
		turned.Position = board.Position{
			White: s.Position.Black.Rotate(), Black: s.Position.White.Rotate(),
			Kings: s.Position.Kings.Rotate(), Turn: s.Position.Turn.Other(),
		}
		c := s.PartialCapture
		turned.PartialCapture = board.Step{From: 31 - c.From, At: 31 - c.At, Captured: c.Captured.Rotate()}
		if got := e.Evaluate(&turned, &there); got != value {
			t.Errorf("game %d: value %g, turned %g", seed, value, got)
		}
		for a := Action(0); a < Actions; a++ {
			if here[a] != there[a.Rotated()] {
				t.Fatalf("game %d: %v is %g, turned %g", seed, a, here[a], there[a.Rotated()])
			}
		}
	}
}

// A forward pass allocates nothing, and nets are used by several goroutines at once, each with an
// Evaluator of its own.
func TestEvaluators(t *testing.T) {
	for _, n := range []*Net{mustCompact(t, DefaultCompact, 1), mustPaper(t, 0)} {
		s := randomState(t, 4, 20)
		var want [Actions]float32
		e := n.Evaluator()
		e.Evaluate(&s, &want)
		var logits [Actions]float32
		if allocated := testing.AllocsPerRun(2, func() { e.Evaluate(&s, &logits) }); allocated != 0 {
			t.Errorf("%s: a forward pass allocates %g times", n.Kind(), allocated)
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				other := randomState(t, 7, 30)
				var logits [Actions]float32
				e := n.Evaluator()
				e.Evaluate(&other, &logits)
				if e.Evaluate(&s, &logits); logits != want {
					t.Errorf("%s: another answer in another goroutine", n.Kind())
				}
			})
		}
		all.Wait()
	}
}

// Priors are the softmax over what is legal, however large the logits are.
func TestPriors(t *testing.T) {
	var logits [Actions]float32
	logits[3], logits[10], logits[11] = 1000, 1000+float32(math.Log(3)), 2000
	to := make([]float32, 2)
	Priors(&logits, []Action{3, 10}, to)
	if math.Abs(float64(to[0])-0.25) > 1e-4 || math.Abs(float64(to[1])-0.75) > 1e-4 {
		t.Errorf("priors %v, want ¼ and ¾", to)
	}
}

// Sizes that no net has are refused.
func TestShapes(t *testing.T) {
	for _, s := range []CompactShape{{}, {Blocks: 4, Filters: 30}, {Blocks: 17, Filters: 32}, {Blocks: 4, Filters: 136}, {Blocks: -1, Filters: 32}} {
		if _, err := NewCompact(s, 1); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	for _, past := range []int{-1, maxPast + 1} {
		if _, err := NewPaper(past, 1); err == nil {
			t.Errorf("%d past positions are accepted", past)
		}
	}
}

func benchmarkForward(b *testing.B, n *Net) {
	states := make([]State, 16)
	for i := range states {
		states[i] = randomState(b, uint64(i), 3*i)
	}
	e := n.Evaluator()
	var logits [Actions]float32
	b.ReportAllocs()
	next := 0
	for b.Loop() {
		e.Evaluate(&states[next%len(states)], &logits)
		next++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkCompact(b *testing.B) { benchmarkForward(b, mustCompact(b, DefaultCompact, 1)) }

func BenchmarkPaper(b *testing.B) { benchmarkForward(b, mustPaper(b, defaultPast)) }
