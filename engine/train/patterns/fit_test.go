package patterns

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"crownhead/engine/pattern"
	"crownhead/engine/search"
)

// some are the samples of a few games.
var some = sync.OnceValue(func() []Sample {
	p := newSelfPlayer(search.Material{}, 50, 1, 1)
	var all []Sample
	for range 30 {
		g, err := p.makeGame(context.Background())
		if err != nil {
			panic(err)
		}
		all = append(all, g.samples...)
	}
	return all
})

// The gradient is the loss's slope, by finite differences.
func TestGradient(t *testing.T) {
	samples := some()[:200]
	rng := rand.New(rand.NewPCG(1, 1))
	m := logisticModel{weights: make([]float32, 2*pattern.TermCount), slope: 120, blend: 0.3}
	for i := range m.weights {
		m.weights[i] = float32(rng.NormFloat64()) / 20
	}
	g := gradient{weights: make([]float32, len(m.weights))}
	for _, s := range samples {
		g.addSample(&m, s)
	}
	mean := func() float64 { return m.meanLoss(samples) * float64(len(samples)) }
	if math.Abs(g.loss-mean()) > 1e-3 {
		t.Errorf("loss %v, measured %v", g.loss, mean())
	}
	tried := 0
	for i, want := range g.weights {
		if math.Abs(float64(want)) < 0.5 || rng.IntN(20) > 0 {
			continue
		}
		const step = 0.02
		w := m.weights[i]
		m.weights[i] = w + step
		up := mean()
		m.weights[i] = w - step
		down := mean()
		m.weights[i] = w
		if got := (up - down) / (2 * step); math.Abs(got-float64(want)) > 0.02*math.Abs(got) {
			t.Errorf("weight %d: slope %v, gradient %v", i, got, want)
		}
		tried++
	}
	if tried < 10 {
		t.Errorf("%d weights tried", tried)
	}
}

func testFit(t *testing.T, file string, epochs int) *fit {
	t.Helper()
	p := Defaults().Plan
	p.Epochs, p.Batch = epochs, 256
	all := slices.Clone(some())
	return newFit(file, p, all[:700], all[700:800])
}

// Decay pulls weights towards nothing, the more the greater it is.
func TestDecay(t *testing.T) {
	last := math.Inf(1)
	for _, decay := range []float64{0, 20, 200} {
		f := testFit(t, filepath.Join(t.TempDir(), "fit"), 1)
		f.plan.Decay = decay
		if err := f.trainToEnd(context.Background()); err != nil {
			t.Fatal(err)
		}
		size := 0.0
		for _, w := range f.weights {
			size += float64(w) * float64(w)
		}
		if size == 0 || size > 0.9*last {
			t.Errorf("decay %v: the weights' squares add up to %v, with less decay to %v", decay, size, last)
		}
		last = size
	}
}

// A fit that was killed goes on from its last epoch and comes to the same weights as one that was not.
func TestResumedFit(t *testing.T) {
	dir := t.TempDir()
	whole := testFit(t, filepath.Join(dir, "a"), 3)
	if err := whole.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	if first, last := whole.curve[0], whole.curve[2]; last.Train >= first.Train || last.Valid >= 0.69 {
		t.Errorf("it learns nothing: %+v", whole.curve)
	}
	ctx, kill := context.WithCancel(context.Background())
	torn := testFit(t, filepath.Join(dir, "b"), 3)
	torn.report = func(part float64, _ string) {
		if part > 0.5 {
			kill()
		}
	}
	if err := torn.trainToEnd(ctx); err == nil {
		t.Error("nothing is said of the interruption")
	}
	resumed := testFit(t, filepath.Join(dir, "b"), 3)
	begun := -1.0
	resumed.report = func(part float64, note string) {
		if begun < 0 {
			begun = part
		}
		if note != "" {
			t.Error(note)
		}
	}
	if err := resumed.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	if begun < 1./3 || !slices.Equal(resumed.curve, whole.curve) || !slices.Equal(resumed.weights, whole.weights) {
		t.Errorf("it went on at %.2f; %v, uninterrupted %v", begun, resumed.curve, whole.curve)
	}
}

// A state that is damaged, or another fit's, is reported, and the fit begins anew.
func TestForeignState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	first := testFit(t, file, 1)
	if err := first.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := testFit(t, file, 1)
	other.plan.Blend /= 2
	if err := other.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"torn": {good[:len(good)-4], "not whole"}, "a bit": {flip(good, len(good)-9), "not whole"},
		"another plan": {foreign, "another fit"}, "a changed plan": {[]byte(strings.Replace(string(good), `"blend":0.5`, `"blend":0.4`, 1)), "its first line has changed"}, "empty": {nil, "no header"},
	} {
		if err := os.WriteFile(file, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		f := testFit(t, file, 1)
		if err := f.loadCheckpoint(); err == nil || !strings.Contains(err.Error(), c.says) || f.step != 0 ||
			len(f.curve) != 0 {
			t.Errorf("%s: %v, want %q in it", name, err, c.says)
		}
	}
}

// What is written is what was learned: the evaluation's chances are the model's.
func TestEvaluationIsTheModel(t *testing.T) {
	f := testFit(t, filepath.Join(t.TempDir(), "state"), 1)
	if err := f.trainEpoch(context.Background()); err != nil {
		t.Fatal(err)
	}
	e := f.evaluation()
	for _, s := range f.held {
		var features pattern.Features
		features.Extract(s.Position())
		if want, got := float64(logistic(f.logOdds(&features))), expectedShare(e.Score(s.Position())); math.Abs(got-want) > 0.01 {
			t.Fatalf("%s: %v, the model says %v", s.Position().FEN(), got, want)
		}
	}
}

// Calibration: what was expected, and what came.
func TestMeasureHoldout(t *testing.T) {
	s := some()[0]
	won, lost, drawn := s, s, s
	won.Result, lost.Result, drawn.Result = Won, Lost, Drawn
	mean, all := measureHoldout(pattern.New(make([]float32, 2*pattern.TermCount)), []Sample{won, won, drawn, lost})
	said := expectedShare(pattern.New(make([]float32, 2*pattern.TermCount)).Score(s.Position()))
	b := all[int(said*calibrationBins)]
	if b.Samples != 4 || math.Abs(b.Said-said) > 1e-9 || b.Observed != 2.5/4 {
		t.Errorf("%+v", b)
	}
	if want := -(2.5*math.Log(said) + 1.5*math.Log(1-said)) / 4; math.Abs(mean-want) > 1e-5 {
		t.Errorf("loss %v, want %v", mean, want)
	}
}
