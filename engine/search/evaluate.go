package search

import (
	"math/bits"

	"crownhead/board"
)

// Worth of the features, in hundredths of a man. Material decides; the others choose between moves that keep it.
const (
	manWorth     = 100
	kingWorth    = 300
	centreWorth  = 4
	edgeWorth    = -3
	goldenWorth  = 8 // c1 (f8 for Black): the man that keeps kings out longest
	guardWorth   = 4 // the other men of the first rank that guard it
	mobileWorth  = 2 // a man that can step forward
	supportWorth = 2 // a man with one of its own behind it
	nearWorth    = 30
	roadWorth    = 18 // a king on the main road while the opponent has kings too
	tempoWorth   = 3
)

// advanceWorth is the worth of a man's rank: nothing at home, much near the crown.
var advanceWorth = [8]int{0, 0, 2, 4, 7, 12, 20, 0}

// Sets of squares, seen from White.
const (
	centre   = 1<<9 | 1<<13 | 1<<14 | 1<<17 | 1<<18 | 1<<22 // c3 d4 f4 c5 e5 f6
	sides    = 0x81818181                                   // files a and h
	golden   = 1 << 1                                       // c1
	guards   = 1<<0 | 1<<2 | 1<<3                           // a1 e1 g1
	mainRoad = 1<<0 | 1<<4 | 1<<9 | 1<<13 | 1<<18 | 1<<22 | 1<<27 | 1<<31
	seventh  = 0x0f000000 // the rank below the crown
)

// A half is one side's view of the board, White's way up: itself and the other.
type half struct{ men, kings, foeMen, foeKings, empty uint32 }

// halves splits a position into White's view and Black's, the latter turned around.
func halves(p board.Position) (white, black half) {
	w, b, k := uint32(p.White), uint32(p.Black), uint32(p.Kings)
	white = half{men: w &^ k, kings: w & k, foeMen: b &^ k, foeKings: b & k, empty: ^(w | b)}
	r := bits.Reverse32
	black = half{men: r(white.foeMen), kings: r(white.foeKings), foeMen: r(white.men), foeKings: r(white.kings), empty: r(white.empty)}
	return white, black
}

// Material counts men and kings, and nothing else.
type Material struct{}

// Score is what the mover has more.
func (Material) Score(p board.Position) int {
	w, b := halves(p)
	score := w.material() - b.material()
	if p.Turn == board.Black {
		score = -score
	}
	return score
}

// Handmade adds to the material where the pieces stand, by weights that nobody measured.
type Handmade struct{}

// Score is the static worth of a position.
func (Handmade) Score(p board.Position) int {
	w, b := halves(p)
	score := w.material() - b.material()
	score += exchange(score, w, b)
	score += w.place() - b.place()
	score = scale(score, w, b)
	if p.Turn == board.Black {
		score = -score
	}
	return score + tempoWorth
}

func (h half) material() int {
	return manWorth*bits.OnesCount32(h.men) + kingWorth*bits.OnesCount32(h.kings)
}

// exchange makes a side that is ahead like exchanges: the same surplus weighs more among fewer pieces.
func exchange(material int, w, b half) int {
	n := bits.OnesCount32(^w.empty)
	return material * (24 - n) / 96
}

// place adds up where the pieces of one side stand.
func (h half) place() int {
	score := 0
	for rank, men := 0, h.men; men != 0; rank, men = rank+1, men>>4 {
		score += advanceWorth[rank] * bits.OnesCount32(men&15)
	}
	score += centreWorth*bits.OnesCount32(h.men&centre) + edgeWorth*bits.OnesCount32(h.men&sides)
	free := (downLeft(h.empty) | downRight(h.empty)) & h.men
	score += mobileWorth * bits.OnesCount32(free)
	score += supportWorth * bits.OnesCount32(h.men&(upLeft(h.men)|upRight(h.men)))
	score += nearWorth * bits.OnesCount32(free&seventh)
	if h.foeMen != 0 {
		score += goldenWorth*bits.OnesCount32(h.men&golden) + guardWorth*bits.OnesCount32(h.men&guards)
	}
	if h.foeKings != 0 && h.kings&mainRoad != 0 {
		score += roadWorth
	}
	return score
}

// scale shrinks an advantage that the draw rules will not let anyone use: against a lone king without men.
func scale(score int, w, b half) int {
	strong, weak := w, b
	if score < 0 {
		strong, weak = b, w
	}
	if weak.men != 0 || bits.OnesCount32(weak.kings) != 1 {
		return score
	}
	pieces := bits.OnesCount32(strong.men | strong.kings)
	switch {
	case pieces < 3:
		return score / 8
	case pieces == 3 && weak.kings&mainRoad != 0:
		return score / 4
	}
	return score
}
