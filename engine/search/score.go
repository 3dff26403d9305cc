package search

import "math"

// Scores are hundredths of a man for the side to move. A won game counts winScore less the plies until it is won, so
// that a shorter way is better; all scores beyond sureScore are such distances. A game that is won if the draw counts
// leave enough time counts likelyScore less those plies; it lies beyond nearScore.
const (
	infinity  = 32000
	winScore  = 30000
	sureScore = winScore - 1000

	likelyScore = 20000
	nearScore   = likelyScore - 1000
	likelyWin   = 0.98 // its win estimate

	drawScore = 0
)

// WinSlope is the score, in hundredths of a man, at which the side to move wins e times as often as it loses.
const WinSlope = 120

// lossAtPly is the score of a side that has lost at this ply.
func lossAtPly(ply int) int { return ply - winScore }

// WinEstimate turns a score into the win estimate in [-1, 1].
func WinEstimate(score int) float64 {
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

// DistanceToWin is the number of plies after which the game is won by either side; sure is false when the score
// does not promise that.
func DistanceToWin(score int) (plies int, sure bool) {
	switch {
	case score >= sureScore:
		return winScore - score, true
	case score <= -sureScore:
		return winScore + score, true
	}
	return 0, false
}

// scoreToTable and scoreFromTable turn distances from the root into distances from the node and back: the same position
// may be met at different plies.
func scoreToTable(score, ply int) int {
	switch {
	case score >= nearScore:
		return score + ply
	case score <= -nearScore:
		return score - ply
	}
	return score
}

func scoreFromTable(score, ply int) int {
	switch {
	case score >= nearScore:
		return score - ply
	case score <= -nearScore:
		return score + ply
	}
	return score
}
