package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An SPRT is a sequential test of whether A is better by Elo1 (the hypothesis H1) or by Elo0 (H0): generalised to
// pentanomial counts, with a probability of 5 % for either error.
type SPRT struct{ Elo0, Elo1 float64 }

// decisionBound is the log-likelihood ratio that decides a test: log((1-β)/α) with α = β = 0.05.
var decisionBound = math.Log(0.95 / 0.05)

// ParseSPRT parses elo0,elo1.
func ParseSPRT(s string) (SPRT, error) {
	low, high, found := strings.Cut(s, ",")
	e0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	e1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !found || err0 != nil || err1 != nil || !(e0 < e1) || math.Abs(e0) > maxElo || math.Abs(e1) > maxElo {
		return SPRT{}, fmt.Errorf(
			"match: sequential test %q: want two differences of Elo, the smaller first, such as 0,10", s,
		)
	}
	return SPRT{e0, e1}, nil
}

// LLR is the log-likelihood ratio of the pairs, of H1 to H0.
func (t SPRT) LLR(c Pentanomial) float64 {
	n := c.Pairs()
	if n == 0 {
		return 0
	}
	const unseen = 1e-3 // in place of a count of 0
	var p [5]float64
	sum := 0.0
	for i, k := range c {
		p[i] = max(float64(k), unseen)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	at0, at1 := maximumLikelihood(p, ExpectedScore(t.Elo0)), maximumLikelihood(p, ExpectedScore(t.Elo1))
	llr := 0.0
	for i := range p {
		llr += p[i] * math.Log(at1[i]/at0[i])
	}
	return float64(n) * llr
}

// Verdict is "H1" or "H0" once the test has decided, else "".
func (t SPRT) Verdict(c Pentanomial) string {
	switch llr := t.LLR(c); {
	case llr >= decisionBound:
		return "H1"
	case llr <= -decisionBound:
		return "H0"
	}
	return ""
}

// maximumLikelihood is the distribution with a given mean under which the frequencies p are likeliest: p over 1 +
// θ(x - mean), where θ makes it sum to one. The sum of p(x - mean)/(1 + θ(x - mean)) falls with θ, so that
// bisection finds θ.
func maximumLikelihood(p [5]float64, mean float64) [5]float64 {
	low, high := -1/(1-mean), 1/mean
	for range 100 {
		theta := (low + high) / 2
		slope := 0.0
		for i, x := range pairScores {
			slope += p[i] * (x - mean) / (1 + theta*(x-mean))
		}
		if slope > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	var q [5]float64
	for i, x := range pairScores {
		q[i] = p[i] / (1 + (low+high)/2*(x-mean))
	}
	return q
}
