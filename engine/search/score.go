package search

import "math"

// Scores are hundredths of a man for the side to move. A won game counts winScore less the plies until it is won, so
// that a shorter way is better; everything beyond sureScore is such a distance. A game that is won if only the draw counts
// leave the time counts likelyScore less those plies; it lies beyond nearScore.
const (
	infinity  = 32000
	winScore  = 30000
	sureScore = winScore - 1000

	likelyScore = 20000
	nearScore   = likelyScore - 1000
	likelyWin   = 0.98 // as an estimate

	drawScore = 0
)

// WinSlope is the score, in hundredths of a man, at which the side to move wins e times as often as it loses.
const WinSlope = 120

// lossAt is the score of a side that has lost at this ply.
func lossAt(ply int) int { return ply - winScore }

// Win turns a score into the estimate in [-1, 1].
func Win(score int) float64 {
	switch {
	case score >= sureScore:
		return 1
	case score <= -sureScore:
		return -1
	case score >= nearScore:
		return likelyWin
	case score <= -nearScore:
		return -likelyWin
	}
	return 2/(1+math.Exp(-float64(score)/WinSlope)) - 1
}

// Distance is the number of plies after which the game is decided, when the score says that it is.
func Distance(score int) (plies int, sure bool) {
	switch {
	case score >= sureScore:
		return winScore - score, true
	case score <= -sureScore:
		return winScore + score, true
	}
	return 0, false
}

// toTable and fromTable turn distances from the root into distances from the node and back: the same position may be
// met at different plies.
func toTable(score, ply int) int {
	switch {
	case score >= nearScore:
		return score + ply
	case score <= -nearScore:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= nearScore:
		return score - ply
	case score <= -nearScore:
		return score + ply
	}
	return score
}
