package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestElo(t *testing.T) {
	for score, want := range map[float64]float64{
		0.5: 0, 0.75: 190.85, 0.25: -190.85, 1: maxElo, 0: -maxElo, 1e-9: -maxElo,
	} {
		if got := EloFromScore(score); math.Abs(got-want) > 0.01 {
			t.Errorf("Elo(%v) = %v, want %v", score, got, want)
		}
	}
	for _, elo := range []float64{-300, -1, 0, 42, 700} {
		if got := EloFromScore(ExpectedScore(elo)); math.Abs(got-elo) > 1e-9 {
			t.Errorf("%v comes back as %v", elo, got)
		}
	}
}

// drawPairs is a random count of n pairs of the given kinds.
func drawPairs(r *rand.Rand, n int, p [5]float64) Pentanomial {
	var c Pentanomial
	for range n {
		x, kind := r.Float64(), 0
		for ; kind < 4 && x >= p[kind]; kind++ {
			x -= p[kind]
		}
		c[kind]++
	}
	return c
}

func mean(p [5]float64) float64 {
	m := 0.0
	for i, x := range p {
		m += x * pairScores[i]
	}
	return m
}

// The bounds hold the truth in about 95 of 100 matches, whether the games of a pair go alike or against each other;
// also when there are few of them, or nearly all are won.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range [][5]float64{
		{0.05, 0.1, 0.6, 0.2, 0.05}, // many draws
		{0.3, 0, 0.3, 0, 0.4},       // both games of a pair alike
		{0, 0, 0.9, 0.1, 0},         // the colour decides
		{0, 0.01, 0.04, 0.15, 0.8},
		{0, 0, 0, 0.02, 0.98},
	} {
		for _, pairs := range []int{10, 200} {
			held := 0
			for range 2000 {
				c := drawPairs(r, pairs, p)
				score := 0.0
				for i, n := range c {
					score += pairScores[i] * float64(n) / float64(pairs)
				}
				low, high := c.scoreBounds(score, 2*pairs)
				if low <= mean(p) && mean(p) <= high {
					held++
				}
				if low > score+1e-9 || high < score-1e-9 {
					t.Fatalf("%v: %v is outside of %v … %v", c, score, low, high)
				}
			}
			if held < 1850 || pairs == 200 && p[2] > 0.1 && held > 1950 {
				t.Errorf("%v, %d pairs: the bounds held %d times of 2000", p, pairs, held)
			}
		}
	}
}

// With many pairs the likelihoods are those of a normal distribution.
func TestLLR(t *testing.T) {
	c := Pentanomial{300, 900, 4000, 1000, 350}
	test := SPRT{0, 10}
	m, n := 0.0, float64(c.Pairs())
	for i, k := range c {
		m += pairScores[i] * float64(k) / n
	}
	s0, s1, variance := ExpectedScore(0), ExpectedScore(10), 0.0
	for i, k := range c {
		variance += (pairScores[i] - m) * (pairScores[i] - m) * float64(k) / n
	}
	want := n * (s1 - s0) * (2*m - s0 - s1) / (2 * variance)
	if got := test.LLR(c); math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("LLR %v, want about %v", got, want)
	}
	if got := (SPRT{-7, 7}).LLR(Pentanomial{5, 6, 7, 6, 5}); math.Abs(got) > 1e-9 {
		t.Errorf("an even match under even hypotheses: %v", got)
	}
	if (SPRT{0, 10}).LLR(Pentanomial{}) != 0 {
		t.Error("nothing played says something")
	}
}

// The test errs in about 5 % of matches.
func TestSPRTErrs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	equal, better := [5]float64{0.1, 0.2, 0.4, 0.2, 0.1}, [5]float64{0.05, 0.15, 0.4, 0.25, 0.15}
	test := SPRT{0, EloFromScore(mean(better))}
	wrong := map[string]int{}
	const matches = 400
	for range matches {
		for want, p := range map[string][5]float64{"H0": equal, "H1": better} {
			var c Pentanomial
			for test.Verdict(c) == "" {
				for i, n := range drawPairs(r, 4, p) {
					c[i] += n
				}
			}
			if test.Verdict(c) != want {
				wrong[want]++
			}
		}
	}
	for _, h := range []string{"H0", "H1"} {
		if n := wrong[h]; n == 0 || n > 40 {
			t.Errorf("%s: wrong in %d of %d", h, n, matches)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	if got, err := ParseSPRT("-3, 5.5"); err != nil || got != (SPRT{-3, 5.5}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, s := range []string{"", "5", "5,5", "9,3", "a,b", "0,1e9", "NaN,3", "0,Inf"} {
		if got, err := ParseSPRT(s); err == nil {
			t.Errorf("%q is read as %v", s, got)
		}
	}
}
