package search

import "crownhead/engine"

// Scores are hundredths of a man for the side to move. A proven win counts winScore less the plies until the game ends,
// so that a shorter way is better; scores from winThreshold on are such distances. A win that the endgame tables know,
// but that a draw counter may spoil (a "cursed" win), counts cursedWinScore less those plies; it lies between
// cursedWinThreshold and winThreshold. Losses are the negatives.
const (
	infinity     = 32000
	winScore     = engine.WinScore
	winThreshold = winScore - 1000

	cursedWinScore     = 20000
	cursedWinThreshold = cursedWinScore - 1000
	cursedWinEstimate  = 0.98

	drawScore = 0
)

// lossAtPly is the score of a side that has lost at this ply.
func lossAtPly(ply int) int { return ply - winScore }

// WinEstimate turns a score into the win estimate in [-1, 1].
func WinEstimate(score int) float64 {
	switch {
	case score >= winThreshold:
		return 1
	case score <= -winThreshold:
		return -1
	case score >= cursedWinThreshold:
		return cursedWinEstimate
	case score <= -cursedWinThreshold:
		return -cursedWinEstimate
	}
	return engine.WinFromScore(score)
}

// DistanceToEnd is the number of plies after which the game is won by either side. It is not proven for other scores
// than those of proven wins and losses.
func DistanceToEnd(score int) (plies int, proven bool) {
	switch {
	case score >= winThreshold:
		return winScore - score, true
	case score <= -winThreshold:
		return winScore + score, true
	}
	return 0, false
}

// scoreToTT and scoreFromTT turn distances from the root into distances from the node and back: the same position may
// be met at different plies.
func scoreToTT(score, ply int) int {
	switch {
	case score >= cursedWinThreshold:
		return score + ply
	case score <= -cursedWinThreshold:
		return score - ply
	}
	return score
}

func scoreFromTT(score, ply int) int {
	switch {
	case score >= cursedWinThreshold:
		return score - ply
	case score <= -cursedWinThreshold:
		return score + ply
	}
	return score
}
