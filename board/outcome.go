package board

// A Reason tells by which rule a game ended; "" while it goes on.
type Reason string

// The reasons.
const (
	NoPieces    Reason = "no_pieces"
	NoMoves     Reason = "no_moves"
	Resignation Reason = "resignation"
	Repetition  Reason = "repetition"
	ThreeKings  Reason = "three_kings"
	KingsOnly   Reason = "kings_only"
	Balance     Reason = "balance"
	MainRoad    Reason = "main_road"
	LoneKing    Reason = "lone_king"
	Agreement   Reason = "agreement"
	Abandoned   Reason = "abandoned"
)

// The results.
const (
	WhiteWins  = "2-0"
	Drawn      = "1-1"
	BlackWins  = "0-2"
	Unfinished = "*"
)

// An Outcome is how a game stands: its result and the reason. A game that goes on is "*" without a reason, an
// abandoned one "*" with it.
type Outcome struct {
	Result string
	Reason Reason
}

// Over tells whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != "" }

// Winner is the side that has won, if one has.
func (o Outcome) Winner() (Color, bool) {
	switch o.Result {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}

func winFor(c Color, why Reason) Outcome {
	if c == White {
		return Outcome{WhiteWins, why}
	}
	return Outcome{BlackWins, why}
}
