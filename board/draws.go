package board

import "fmt"

// Draws is the set of draw rules in force. Threefold repetition and agreement always draw.
type Draws uint8

// Federation counts every rule, Article only repetition and fifteen moves of kings.
const (
	Federation Draws = iota
	Article
)

// ParseDraws reads "federation" or "article".
func ParseDraws(s string) (Draws, error) {
	switch s {
	case "federation":
		return Federation, nil
	case "article":
		return Article, nil
	}
	return Federation, fmt.Errorf("board: reading draw rules %q: want federation or article", s)
}

// String is "federation" or "article".
func (d Draws) String() string {
	if d == Article {
		return "article"
	}
	return "federation"
}

// Counters holds how far the draw rules that count moves have got; repetition is counted by Game. It is comparable,
// and its zero value is right for a start position. A ply that creates a condition is not counted for it.
type Counters struct {
	kings     uint8 // plies in a row of kings, without a capture
	balance   uint8 // plies since both sides have kings and the balance stands
	three     uint8 // moves of three or more kings against a lone king
	road      uint8 // moves of three pieces against a lone king on the main road
	lone      uint8 // moves of one or two pieces against a lone king
	lonePlies uint8 // plies of both sides in that ending, for king against king
	pieces    uint8 // on the board
}

// The numbers at which the counts draw. Where both sides' moves are counted they are plies, twice the moves.
const (
	kingsPlies     = 2 * 15
	threeMoves     = 15
	roadMoves      = 5
	loneMoves      = 5
	loneEqualPlies = 2 * 5
	never          = 255 // no counter gets there
)

// mainRoad is the long diagonal a1–h8.
const mainRoad = Bits(1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31)

// Key holds all counts that may still matter in one number, less than 2⁴⁸: two positions with the same pieces and the same key
// have the same draws before them.
func (c Counters) Key() uint64 {
	if balancePlies(c.pieces) == never {
		c.balance = 0
	}
	return uint64(c.kings) | uint64(c.balance)<<8 | uint64(c.three)<<16 | uint64(c.road)<<24 | uint64(c.lone)<<32 | uint64(c.lonePlies)<<40
}

// NewCounters begins to count in a position.
func NewCounters(p Position) Counters { return Counters{pieces: uint8(p.Occupied().Len())} }

// Next is the counters after a legal move.
func (c Counters) Next(before Position, m Move, after Position) Counters {
	if before.Kings == 0 {
		return NewCounters(after) // every condition wants a king on both sides of the ply
	}
	if before.Kings|after.Kings == 0 {
		return NewCounters(after) // every rule is about kings
	}
	quiet := !m.IsCapture()
	was, is := before.ending(), after.ending()
	strong := before.Turn == is.strong
	next := NewCounters(after)
	next.kings = count(c.kings, quiet && before.Kings.Has(m.From), true)
	next.balance = count(c.balance, quiet && before.bothHaveKings() && !before.Promotes(m), true)
	next.three = count(c.three, was.three && is.three, strong)
	next.road = count(c.road, was.road && is.road, strong)
	next.lone = count(c.lone, was.lone && is.lone, strong)
	next.lonePlies = count(c.lonePlies, was.lone && is.lone, true)
	return next
}

// count is a counter after a ply: anew when its condition does not hold on both sides of the ply, else one more if the
// ply counts. It stops rather than overflow when a game is played on past a draw.
func count(n uint8, holds, counts bool) uint8 {
	switch {
	case !holds:
		return 0
	case counts && n < never-1:
		return n + 1
	}
	return n
}

// Due is the first rule, in the order of the rule book, whose count is full; "" if none is.
func (c Counters) Due(rules Draws) Reason {
	switch {
	case rules == Article && c.kings < kingsPlies:
		return ""
	case rules != Article && c.three >= threeMoves:
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

// Free is after how many more plies, at the earliest, a count may be full, whatever is played. A game that is won by
// then is won: the last ply of a win comes before the counts.
func (c Counters) Free(rules Draws) int {
	free := kingsPlies - int(c.kings)
	if rules == Article {
		return max(0, free)
	}
	// Where the moves of one side are counted, that side may be to move.
	for _, moves := range []int{threeMoves - int(c.three), roadMoves - int(c.road), loneMoves - int(c.lone)} {
		free = min(free, 2*moves-1)
	}
	// That is short enough for the balance of fewer pieces, which begins to be counted with a capture.
	return max(0, min(free, int(balancePlies(c.pieces))-int(c.balance), loneEqualPlies-int(c.lonePlies)))
}

// Fullest is how far the fullest count has got that the rules know: 0 at its beginning, 1 when it draws.
func (c Counters) Fullest(rules Draws) float64 {
	full := share(c.kings, kingsPlies)
	if rules == Article {
		return full
	}
	full = max(full, share(c.three, threeMoves), share(c.road, roadMoves))
	if limit := balancePlies(c.pieces); limit != never {
		full = max(full, share(c.balance, limit))
	}
	if c.pieces == 2 {
		return max(full, share(c.lonePlies, loneEqualPlies))
	}
	return max(full, share(c.lone, loneMoves))
}

func share(n, limit uint8) float64 { return min(1, float64(n)/float64(limit)) }

// balancePlies is for how many plies the balance may stand with so many pieces on the board.
func balancePlies(pieces uint8) uint8 {
	switch {
	case pieces <= 3:
		return 2 * 5
	case pieces <= 5:
		return 2 * 30
	case pieces <= 7:
		return 2 * 60
	}
	return never
}

func (p Position) bothHaveKings() bool { return p.White&p.Kings != 0 && p.Black&p.Kings != 0 }

// An ending tells which conditions of the counts against a lone king hold.
type ending struct {
	three, road, lone bool
	strong            Color // the side that has more
}

func (p Position) ending() ending {
	strong, lone := Black, p.White
	if lone.Len() != 1 || lone&p.Kings == 0 || p.Black.Len() == 1 {
		strong, lone = White, p.Black
	}
	if lone.Len() != 1 || lone&p.Kings == 0 {
		return ending{}
	}
	pieces := p.Pieces(strong)
	n, kings := pieces.Len(), (pieces & p.Kings).Len()
	return ending{
		three:  n >= 3 && kings == n,
		road:   n == 3 && lone&mainRoad != 0,
		lone:   (n == 1 || n == 2) && kings > 0,
		strong: strong,
	}
}
