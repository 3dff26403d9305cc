package net

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"crownhead/board"
)

// netFilledWith is a net of which one part has a single number, over and over.
func netFilledWith(t *testing.T, part int, x float32) *Net {
	n := smallNet(t)
	numbers := n.parameterTensors()[part].numbers
	for i := range numbers {
		numbers[i] = x
	}
	n.packWeights()
	return n
}

// Weights that nothing has learnt are refused when they are read, however finite they are. A net
// that comes to them by learning goes on saying numbers: a finite value, and priors that add up to
// 1.
func TestOverflow(t *testing.T) {
	s := NewState(board.NewGame(board.Start(), board.FederationRules))
	legal := s.AppendActions(nil)
	for part := range smallNet(t).parameterTensors() {
		n := netFilledWith(t, part, -math.MaxFloat32)
		if _, err := Read(mustEncode(t, n, Single)); err == nil || !strings.Contains(err.Error(), "diverged") {
			t.Errorf("part %d: %v", part, err)
		}
		var logits [Actions]float32
		value := netFilledWith(t, part, math.MaxFloat32).Evaluator().Evaluate(&s, &logits)
		priors := make([]float32, len(legal))
		Priors(&logits, legal, priors)
		sum := float32(0)
		for _, p := range priors {
			sum += p
		}
		if !isFinite(value) || !(math.Abs(float64(sum)-1) < 1e-5) {
			t.Errorf("part %d: value %g, priors that add up to %g", part, value, sum)
		}
	}
}

// Answers that are no numbers are seen, too, when each weight is small enough.
func TestCheckWeights(t *testing.T) {
	n := smallNet(t)
	for _, p := range n.parameterTensors() {
		for i := range p.numbers {
			p.numbers[i] = maxHalf
		}
	}
	n.packWeights()
	if _, err := Read(mustEncode(t, n, Half)); err == nil || !strings.Contains(err.Error(), "start position") {
		t.Error(err)
	}
}

// zeros never end.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// A file is read to its end, and one without an end is given up.
func TestLoad(t *testing.T) {
	want := mustEncode(t, smallNet(t), Half)
	if n, file, err := Load(bytes.NewReader(want)); err != nil || !bytes.Equal(file, want) ||
		n.Origin != smallNet(t).Origin {
		t.Errorf("%d bytes, %v", len(file), err)
	}
	if _, _, err := Load(zeros{}); err == nil || !strings.Contains(err.Error(), "more than 64 MB") {
		t.Error(err)
	}
	if _, _, err := Load(iotest.ErrReader(fs.ErrPermission)); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
}

// No logits at all, or none but infinite ones, make all actions equal.
func TestPriorsOfNothing(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		logits := [Actions]float32{float32(x), float32(x)}
		priors := make([]float32, 2)
		if Priors(&logits, []Action{0, 1}, priors); priors[0] != 0.5 || priors[1] != 0.5 {
			t.Errorf("logits of %g: priors %v", x, priors)
		}
	}
}
