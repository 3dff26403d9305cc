package engine

import "math"

// What pieces are worth, in hundredths of a man. Whatever counts material counts it so.
const (
	ManValue  = 100
	KingValue = 300
)

// MaterialValue is what a number of men and kings is worth, in hundredths of a man. Differences may be negative.
func MaterialValue(men, kings int) int { return ManValue*men + KingValue*kings }

const (
	// WinScore less the plies until the game ends is the score of a proven win.
	WinScore = 30_000

	// DecisiveScore is the score beyond which a game is won, for certain or as far as the draw counters allow. No
	// material is worth as much.
	DecisiveScore = 10_000

	// WinSlope is the score, in hundredths of a man, at which the side to move wins e times as often as it loses.
	WinSlope = 120
)

// WinFromScore turns the score of an undecided game into the win estimate in (-1, 1).
func WinFromScore(score int) float64 {
	return 2/(1+math.Exp(-float64(score)/WinSlope)) - 1
}

// ScoreFromWin turns a win estimate in (-1, 1) into the score of an undecided game.
func ScoreFromWin(win float64) int {
	return int(math.Round(WinSlope * math.Log((1+win)/(1-win))))
}

// Win estimates from which a side is called ahead; it is behind from their negatives. (The robot's face and voice
// have a threshold of their own, face.AheadFrom, and its draw offers have theirs in robot/turn.)
const (
	SlightlyAhead = 0.2
	FarAhead      = 0.6
)
