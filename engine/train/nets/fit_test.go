package nets

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"crownhead/engine/net"
)

// newFit prepares a small fit with a number of workers.
func newTestFit(t *testing.T, file string, workers int, w replayWindow) *fit {
	t.Helper()
	n, err := net.NewCompact(smallNet, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := Defaults().Plan
	p.Batch, p.Passes, p.Rate = 32, 2, 3e-3
	f, err := newFit(file, p, n, w)
	if err != nil {
		t.Fatal(err)
	}
	f.workers = workers
	return f
}

func weights(t *testing.T, n *net.Net) []byte {
	t.Helper()
	file, err := n.Encode(net.Single)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// What is there to be learnt is learnt, and shows in what was held out.
func TestFitLearns(t *testing.T) {
	e := replayWindow{train: lessons(2000, 1), held: lessons(200, 2), fresh: 2000}
	f := newTestFit(t, filepath.Join(t.TempDir(), "fit"), 2, e)
	if _, err := f.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	first, last := f.Curve[0].Held, f.Curve[len(f.Curve)-1].Held
	if len(f.Curve) != checkpoints+1 || last.Policy > first.Policy/2 || last.Value > 0.7*first.Value ||
		last.Accuracy < 0.8 || last.Brier > 0.12 {
		t.Errorf("%d checkpoints, from %+v to %+v", len(f.Curve), first, last)
	}
	if p := f.Curve[checkpoints]; p.Step != 2000*2/32 || p.Policy <= 0 || p.Policy > 1 || p.Value <= 0 ||
		p.Value > 0.5 {
		t.Errorf("last point %+v", p)
	}
}

// The rate rises for a hundred steps and falls like half a wave; it, and the decay, are Adam's.
func TestRate(t *testing.T) {
	f := newTestFit(t, filepath.Join(t.TempDir(), "fit"), 1, replayWindow{train: lessons(64, 1), fresh: 64})
	if more := newTestFit(t, f.file, 1, replayWindow{train: lessons(1400, 1), fresh: 700}); more.Steps != 700*2/32 {
		t.Errorf("%d steps, want two passes of what is new", more.Steps)
	}
	f.Steps = 1000
	for step, want := range map[int]float64{0: 0.01, 49: 0.5 * 0.99409, 99: 0.97602, 500: 0.5, 750: 0.14645, 1000: 0} {
		if f.Step = step; math.Abs(f.learningRate()/f.plan.Rate-want) > 1e-5 {
			t.Errorf("step %d: %g of the rate, want %g", step, f.learningRate()/f.plan.Rate, want)
		}
	}
	f.Step, f.plan.Decay = 300, 0.07
	if err := f.makeLearners(); err != nil {
		t.Fatal(err)
	}
	want := f.learningRate()
	if f.trainMinibatch(); f.trainer.Config.Rate != want || f.trainer.Config.Decay != 0.07 || f.Step != 301 {
		t.Errorf("%+v, want the rate %g", f.trainer.Config, want)
	}
}

// Every epoch sees each example once, in an order of its own.
func TestEpochs(t *testing.T) {
	f := newTestFit(t, filepath.Join(t.TempDir(), "fit"), 1, replayWindow{train: lessons(64, 1), fresh: 64})
	var orders [][]int
	for range 4 { // two steps an epoch
		f.trainMinibatch()
		orders = append(orders, f.order)
	}
	if !slices.Equal(orders[0], orders[1]) || slices.Equal(orders[1], orders[2]) || f.epoch != 1 {
		t.Errorf("epoch %d, orders %v", f.epoch, orders)
	}
	slices.Sort(orders[2])
	for i, k := range orders[2] {
		if i != k {
			t.Fatalf("not all are seen: %v", orders[2])
		}
	}
}

// Killed anywhere and run again, by any number of workers, a fit ends with the same weights to
// the bit and the same curve.
func TestFitGoesOn(t *testing.T) {
	e := replayWindow{train: lessons(500, 1), held: lessons(50, 2), fresh: 500}
	whole := newTestFit(t, filepath.Join(t.TempDir(), "fit"), 4, e)
	if _, err := whole.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "fit")
	for kill := 1; ; kill++ {
		f := newTestFit(t, file, kill%3+1, e)
		ctx, cancel := context.WithCancel(context.Background())
		marks := 0
		f.report = func(_ float64, note string) {
			if marks++; marks == 7 || note != "" {
				cancel()
			}
			if note != "" {
				t.Error(note)
			}
		}
		_, err := f.trainToEnd(ctx)
		cancel()
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if kill < 3 || !bytes.Equal(weights(t, f.net), weights(t, whole.net)) {
			t.Errorf("after %d kills: other weights", kill)
		}
		for i, p := range f.Curve {
			if p != whole.Curve[i] {
				t.Errorf("%+v, want %+v", p, whole.Curve[i])
			}
		}
		return
	}
}

// A file that is damaged, or of another fit, is reported, and the fit begins anew.
func TestFitFileIsBad(t *testing.T) {
	e := replayWindow{train: lessons(100, 1), held: lessons(10, 2), fresh: 100}
	file := filepath.Join(t.TempDir(), "fit")
	whole := newTestFit(t, file, 1, e)
	if _, err := whole.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := newTestFit(t, filepath.Join(t.TempDir(), "fit"), 1,
		replayWindow{train: e.train[1:], held: e.held, fresh: 100})
	if _, err := other.trainToEnd(context.Background()); err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(other.file)
	if err != nil {
		t.Fatal(err)
	}
	for what, bad := range map[string][]byte{"not whole": good[:len(good)-5], "no header": []byte("x"), "another fit": foreign} {
		if err := os.WriteFile(file, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		f := newTestFit(t, file, 1, e)
		var notes []string
		f.report = func(_ float64, note string) { notes = append(notes, note) }
		if _, err := f.trainToEnd(context.Background()); err != nil ||
			!strings.Contains(strings.Join(notes, ""), what+"") ||
			!bytes.Equal(weights(t, f.net), weights(t, whole.net)) {
			t.Errorf("%s: %v, %q", what, err, notes)
		}
	}
}

// A checkpoint of an older program is still taken for that of its plan: the text of a plan keeps its
// form, and has all fields.
func TestCheckpointText(t *testing.T) {
	want := "{Plan:{Seed:1 Games:10000 Shard:50 Visits:200 Fast:40 Full:0.3 Opening:8 Even:0.6 Temperature:0.8 " +
		"Cooling:12} Rollouts:4 Blocks:4 Filters:32 Window:4 Passes:5 Batch:128 Rate:0.003 Decay:0.01 Blend:0.25 " +
		"GateGames:400 GatePlayouts:100 GateTest:0}"
	if got := Defaults().Plan.checkpointText(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	texts := map[string]string{Defaults().Plan.checkpointText(): "no field"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Plan]()) {
		if f.Anonymous {
			continue
		}
		p := Defaults().Plan
		switch v := reflect.ValueOf(&p).Elem().FieldByIndex(f.Index); v.Kind() {
		case reflect.Float64:
			v.SetFloat(0.77)
		case reflect.Uint64:
			v.SetUint(77)
		default:
			v.SetInt(77)
		}
		text := p.checkpointText()
		if other, found := texts[text]; found {
			t.Errorf("%s is not in the text, as %s", f.Name, other)
		}
		texts[text] = f.Name
	}
}
