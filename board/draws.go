package board

import "fmt"

// DrawRules is the set of draw rules in force. Threefold repetition and agreement always draw.
type DrawRules uint8

// The federation's rules count everything. Those of the paper (Robotics 2020, 9, 107) count only fifteen moves
// of kings.
const (
	FederationRules DrawRules = iota
	PaperRules
)

// ParseDrawRules reads "federation", or "article" for the paper's rules.
func ParseDrawRules(s string) (DrawRules, error) {
	switch s {
	case "federation":
		return FederationRules, nil
	case "article":
		return PaperRules, nil
	}
	return FederationRules, fmt.Errorf("board: reading draw rules %q: want federation or article", s)
}

// String is "federation" or "article", the names in configurations and journals.
func (d DrawRules) String() string {
	if d == PaperRules {
		return "article"
	}
	return "federation"
}

// Counters holds the counts of the draw rules that count moves; Game counts repetition. It is comparable, and
// its zero value is right for a start position. A ply that creates a condition is not counted for it.
type Counters struct {
	kings     uint8 // plies in a row of kings, without a capture
	balance   uint8 // plies since both sides have kings and the balance stands
	three     uint8 // moves of three or more kings against a lone king
	road      uint8 // moves of three pieces against a lone king on the main road
	lone      uint8 // moves of one or two pieces against a lone king
	lonePlies uint8 // plies of both sides in that ending, for king against king
	pieces    uint8 // on the board
}

// The limits at which the counts draw. Where the moves of both sides count, the limit is in plies: twice the moves.
const (
	kingsPlies     = 2 * 15
	threeMoves     = 15
	roadMoves      = 5
	loneMoves      = 5
	loneEqualPlies = 2 * 5
	neverDraws     = 255 // no counter reaches it
)

// MainRoadSquares is the long diagonal a1–h8.
const MainRoadSquares = Bits(1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31)

// Key packs all counts that may still matter into one number below 2⁴⁸: two positions with the same pieces and
// the same key have the same draws ahead of them.
func (c Counters) Key() uint64 {
	if balancePlies(c.pieces) == neverDraws {
		c.balance = 0
	}
	return uint64(c.kings) | uint64(c.balance)<<8 | uint64(c.three)<<16 | uint64(c.road)<<24 |
		uint64(c.lone)<<32 | uint64(c.lonePlies)<<40
}

// NewCounters returns the counters of a game that begins in this position.
func NewCounters(p Position) Counters { return Counters{pieces: uint8(p.Occupied().Len())} }

// Next returns the counters after a legal move.
func (c Counters) Next(before Position, m Move, after Position) Counters {
	if before.Kings == 0 {
		return NewCounters(after) // every condition needs a king before and after the ply
	}
	if before.Kings|after.Kings == 0 {
		return NewCounters(after) // every rule is about kings
	}
	quiet := !m.IsCapture()
	was, is := before.loneKingEnding(), after.loneKingEnding()
	strong := before.Turn == is.strong
	next := NewCounters(after)
	next.kings = advanceCount(c.kings, quiet && before.Kings.Has(m.From), true)
	next.balance = advanceCount(c.balance, quiet && before.bothHaveKings() && !before.Promotes(m), true)
	next.three = advanceCount(c.three, was.threeKings && is.threeKings, strong)
	next.road = advanceCount(c.road, was.mainRoad && is.mainRoad, strong)
	next.lone = advanceCount(c.lone, was.fewPieces && is.fewPieces, strong)
	next.lonePlies = advanceCount(c.lonePlies, was.fewPieces && is.fewPieces, true)
	return next
}

// advanceCount returns a counter after a ply. It starts again at 0 unless its condition holds before and after
// the ply, and rises by one if the ply counts. It stops before it overflows, for games that are played on past
// a draw.
func advanceCount(n uint8, holds, counts bool) uint8 {
	switch {
	case !holds:
		return 0
	case counts && n < neverDraws-1:
		return n + 1
	}
	return n
}

// Due returns the first rule, in the order of the rule book, whose count is full; "" if none is.
func (c Counters) Due(rules DrawRules) Reason {
	switch {
	case rules == PaperRules && c.kings < kingsPlies:
		return ""
	case rules != PaperRules && c.three >= threeMoves:
		return ThreeKings
	case c.kings >= kingsPlies:
		return KingsOnly
	case c.balance >= balancePlies(c.pieces):
		return Balance
	case c.road >= roadMoves:
		return MainRoad
	case c.lone >= loneMoves && c.pieces > 2, c.lonePlies >= loneEqualPlies && c.pieces == 2:
		return LoneKing
	}
	return ""
}

// MinPliesToDraw returns after how many more plies, at the earliest, a count can be full, whatever is played. A game won
// by then is won: a win takes precedence over the counts.
func (c Counters) MinPliesToDraw(rules DrawRules) int {
	free := kingsPlies - int(c.kings)
	if rules == PaperRules {
		return max(0, free)
	}
	// Where the moves of one side are counted, that side may be to move.
	for _, moves := range []int{threeMoves - int(c.three), roadMoves - int(c.road), loneMoves - int(c.lone)} {
		free = min(free, 2*moves-1)
	}
	// This also covers the balance with fewer pieces, whose count begins at a capture.
	return max(0, min(free, int(balancePlies(c.pieces))-int(c.balance), loneEqualPlies-int(c.lonePlies)))
}

// Fullest returns the progress of the fullest count of these rules: 0 at its beginning, 1 when it draws.
func (c Counters) Fullest(rules DrawRules) float64 {
	full := fractionOf(c.kings, kingsPlies)
	if rules == PaperRules {
		return full
	}
	full = max(full, fractionOf(c.three, threeMoves), fractionOf(c.road, roadMoves))
	if limit := balancePlies(c.pieces); limit != neverDraws {
		full = max(full, fractionOf(c.balance, limit))
	}
	if c.pieces == 2 {
		return max(full, fractionOf(c.lonePlies, loneEqualPlies))
	}
	return max(full, fractionOf(c.lone, loneMoves))
}

func fractionOf(n, limit uint8) float64 { return min(1, float64(n)/float64(limit)) }

// balancePlies returns for how many plies the balance may stand with this many pieces on the board.
func balancePlies(pieces uint8) uint8 {
	switch {
	case pieces <= 3:
		return 2 * 5
	case pieces <= 5:
		return 2 * 30
	case pieces <= 7:
		return 2 * 60
	}
	return neverDraws
}

func (p Position) bothHaveKings() bool { return p.White&p.Kings != 0 && p.Black&p.Kings != 0 }

// A loneKingEnding holds which conditions of the counts against a lone king are met.
type loneKingEnding struct {
	threeKings, mainRoad, fewPieces bool
	strong                          Color // the side that has more
}

func (p Position) loneKingEnding() loneKingEnding {
	strong, lone := Black, p.White
	if lone.Len() != 1 || lone&p.Kings == 0 || p.Black.Len() == 1 {
		strong, lone = White, p.Black
	}
	if lone.Len() != 1 || lone&p.Kings == 0 {
		return loneKingEnding{}
	}
	pieces := p.Pieces(strong)
	n, kings := pieces.Len(), (pieces & p.Kings).Len()
	return loneKingEnding{
		threeKings: n >= 3 && kings == n,
		mainRoad:   n == 3 && lone&MainRoadSquares != 0,
		fewPieces:  (n == 1 || n == 2) && kings > 0,
		strong:     strong,
	}
}
