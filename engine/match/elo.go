package match

import "math"

// maxElo is the largest difference that is reported. If a side wins every game, nobody knows how much better it is.
const maxElo = 2000

// normal95 is how many standard deviations hold 95 % of a normal distribution.
const normal95 = 1.959964

// EloFromScore is the Elo difference at which a side scores these points per game (0 to 1).
func EloFromScore(score float64) float64 {
	switch {
	case score <= 0:
		return -maxElo
	case score >= 1:
		return maxElo
	}
	return max(-maxElo, min(maxElo, 400*math.Log10(score/(1-score))))
}

// ExpectedScore is the points per game to expect of a side that is better by elo.
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// pairScores are the points per game of the five kinds of pairs.
var pairScores = [5]float64{0, 0.25, 0.5, 0.75, 1}

// A Pentanomial counts the pairs that were worth 0, 1, 2, 3 and 4 half points.
type Pentanomial [5]int

// Pairs is the number of pairs.
func (c Pentanomial) Pairs() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// variance is that of a pair's score around mean. It counts one more pair, half won and half lost, so that a few equal
// pairs do not look like certainty.
func (c Pentanomial) variance(mean float64) float64 {
	sum := (mean*mean + (1-mean)*(1-mean)) / 2
	for i, n := range c {
		d := pairScores[i] - mean
		sum += float64(n) * d * d
	}
	return sum / float64(c.Pairs()+1)
}

// scoreBounds contain the true score with a probability of 95 %: Wilson's interval for the mean of the games, narrowed
// because the pairs scatter less than coin tosses.
func (c Pentanomial) scoreBounds(mean float64, games int) (low, high float64) {
	if games == 0 {
		return 0, 1
	}
	scatter := 1.0 // in units of a coin toss's
	if coin := mean * (1 - mean); coin > 0 {
		scatter = min(1, c.variance(mean)/coin)
	}
	n := float64(games) / 2 / scatter
	z := normal95 * normal95 / n
	middle := (mean + z/2) / (1 + z)
	half := math.Sqrt(z*mean*(1-mean)+z*z/4) / (1 + z)
	return max(0, middle-half), min(1, middle+half)
}
