package search

import (
	"math"
	"testing"

	"crownhead/engine"
	"crownhead/engine/pattern"
)

// Without an evaluation material decides, and nothing else.
func TestMaterialAloneDecides(t *testing.T) {
	for fen, want := range map[string]int{
		"W:Wc1,e1,Kd4:Bb8,Kh8": 100, "B:Wc1,e1,Kd4:Bb8,Kh8": -100, "W:Wd6,c1:Bb8,h8": 0,
	} {
		o := DefaultOptions()
		o.Evaluation = nil
		if got := New(o).workers[0].opts.Evaluation.Score(game(t, fen).Position()); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

func TestWinEstimateRisesWithTheScore(t *testing.T) {
	last := -2.0
	for _, score := range []int{lossAtPly(1), -900, -100, 0, 50, 100, 300, 2000, winScore - 30} {
		w := WinEstimate(score)
		if w <= last || w < -1 || w > 1 || math.Abs(w+WinEstimate(-score)) > 1e-12 {
			t.Errorf("score %d: %v after %v", score, w, last)
		}
		last = w
	}
	if w := WinEstimate(engine.ManValue); w < 0.25 || w > 0.6 {
		t.Errorf("a man ahead is worth %v", w)
	}
}

// The win estimates use the slope with which the evaluation was fitted.
func TestEstimateHasTheSlopeOfTheWeights(t *testing.T) {
	if h := pattern.EmbeddedHeader(); h.Slope != engine.WinSlope {
		t.Errorf("the weights' slope is %v, that of the estimates %d", h.Slope, engine.WinSlope)
	}
}

func TestDistanceToEnd(t *testing.T) {
	for score, want := range map[int]int{winScore - 3: 3, lossAtPly(4): 4, lossAtPly(0): 0} {
		if plies, proven := DistanceToEnd(score); !proven || plies != want {
			t.Errorf("%d: %d, %v", score, plies, proven)
		}
	}
	if _, proven := DistanceToEnd(900); proven {
		t.Error("900 is called proven")
	}
	for _, score := range []int{winScore - 7, lossAtPly(8), 120} {
		if got := scoreFromTT(scoreToTT(score, 5), 5); got != score {
			t.Errorf("%d comes back as %d", score, got)
		}
	}
	if scoreFromTT(scoreToTT(winScore-7, 5), 1) != winScore-3 {
		t.Error("a win two plies below its node is not two plies below it elsewhere")
	}
}
