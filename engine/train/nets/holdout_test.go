package nets

import (
	"math"
	"testing"

	"crownhead/engine/net"
)

// An examination is the same for any number of workers, agrees with sums made one by one, and its
// calibrationBins hold everything.
func TestMeasureHoldout(t *testing.T) {
	n, err := net.NewCompact(smallNet, 3)
	if err != nil {
		t.Fatal(err)
	}
	list := lessons(203, 4)
	got := measureHoldout(n, list, 1)
	for _, workers := range []int{2, 4, 9} {
		if other := measureHoldout(n, list, workers); other != got {
			t.Errorf("%d workers: %+v, want %+v", workers, other, got)
		}
	}
	want, right := HoldoutMetrics{}, 0.0
	e := n.Evaluator()
	for _, x := range list {
		var logits [net.Actions]float32
		v := float64(e.Evaluate(&x.State, &logits))
		legal := x.State.AppendActions(nil)
		sum, best := 0.0, legal[0]
		for _, a := range legal {
			sum += math.Exp(float64(logits[a]))
			if logits[a] > logits[best] {
				best = a
			}
		}
		want.Policy += math.Log(sum) - float64(logits[x.Policy[0].Action])
		want.Value += (v - float64(x.Value)) * (v - float64(x.Value))
		if best == x.Policy[0].Action {
			right++
		}
	}
	k := float64(len(list))
	for name, pair := range map[string][2]float64{
		"policy": {got.Policy, want.Policy / k}, "value": {got.Value, want.Value / k}, "accuracy": {
			got.Accuracy,
			right / k,
		}, "brier": {got.Brier, want.Value / k / 4},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-5 {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
	all, constant := measureCalibration(n, list, 2)
	count, said, came := 0, 0.0, 0.0
	for i, b := range all {
		count += b.Examples
		said += b.Said * float64(b.Examples)
		came += b.Observed * float64(b.Examples)
		if b.Examples > 0 && (b.Said < float64(i)/calibrationBins || b.Said > float64(i+1)/calibrationBins) {
			t.Errorf("bin %d: %+v", i, b)
		}
	}
	if count != len(list) || constant <= 0 || constant > 0.25 || math.Abs(said/k-0.5) > 0.2 {
		t.Errorf("%d in calibrationBins that said %.2f, constant %v", count, said/k, constant)
	}
	mean, spread := 0.0, 0.0
	for _, x := range list {
		mean += (float64(x.Value) + 1) / 2 / k
	}
	for _, x := range list {
		spread += math.Pow((float64(x.Value)+1)/2-mean, 2) / k
	}
	if math.Abs(came/k-mean) > 1e-9 || math.Abs(constant-spread) > 1e-9 {
		t.Errorf("of the points %g came, want %g; always saying so has %g, want %g", came/k, mean, constant, spread)
	}
	if none := measureHoldout(n, nil, 2); none != (HoldoutMetrics{}) {
		t.Errorf("of nothing: %+v", none)
	}
}
