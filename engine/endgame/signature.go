package endgame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crownhead/board"
)

// A Signature counts the pieces of a position: the own pieces are those of the side to move.
type Signature struct{ OwnKings, OwnMen, FoeKings, FoeMen uint8 }

// maxPieces is the largest number of pieces that a table is built for.
const maxPieces = 5

// signatureOf counts the pieces of a position with White to move.
func signatureOf(p board.Position) Signature {
	return Signature{
		OwnKings: uint8((p.White & p.Kings).Len()), OwnMen: uint8((p.White &^ p.Kings).Len()),
		FoeKings: uint8((p.Black & p.Kings).Len()), FoeMen: uint8((p.Black &^ p.Kings).Len()),
	}
}

// Pieces counts all pieces.
func (s Signature) Pieces() int { return int(s.OwnKings + s.OwnMen + s.FoeKings + s.FoeMen) }

// Swapped is the signature after a quiet move that promotes no man.
func (s Signature) Swapped() Signature {
	return Signature{s.FoeKings, s.FoeMen, s.OwnKings, s.OwnMen}
}

// String writes the own pieces, then the opponent's, as in KKM-K.
func (s Signature) String() string {
	side := func(kings, men uint8) string {
		return strings.Repeat("K", int(kings)) + strings.Repeat("M", int(men))
	}
	return side(s.OwnKings, s.OwnMen) + "-" + side(s.FoeKings, s.FoeMen)
}

// ParseSignature reads what String writes.
func ParseSignature(text string) (Signature, error) {
	own, foe, _ := strings.Cut(text, "-")
	count := func(side, piece string) uint8 { return uint8(min(strings.Count(side, piece), maxPieces)) }
	s := Signature{count(own, "K"), count(own, "M"), count(foe, "K"), count(foe, "M")}
	if s.String() != text || own == "" || foe == "" || s.Pieces() > maxPieces {
		return Signature{}, fmt.Errorf(
			"endgame: reading signature %.40q: want the pieces of both sides, as in KKM-K, at most %d", text, maxPieces,
		)
	}
	return s, nil
}

// Signatures lists the signatures of a number of pieces in an order in which they can be solved: a signature stands
// right before or right after its swapped one, and after all those to which its promotions lead.
func Signatures(pieces int) []Signature {
	var list []Signature
	for own := 1; own < pieces; own++ {
		for ownMen := range own + 1 {
			for foeMen := range pieces - own + 1 {
				list = append(list, Signature{uint8(own - ownMen), uint8(ownMen), uint8(pieces - own - foeMen), uint8(foeMen)})
			}
		}
	}
	slices.SortFunc(list, func(a, b Signature) int {
		return cmp.Or(cmp.Compare(a.OwnMen+a.FoeMen, b.OwnMen+b.FoeMen), b.canonical().compare(a.canonical()), b.compare(a))
	})
	return list
}

// canonical is the same for a signature and its swapped one.
func (s Signature) canonical() Signature {
	if t := s.Swapped(); s.compare(t) < 0 {
		return t
	}
	return s
}

func (s Signature) compare(t Signature) int { return cmp.Compare(s.code(), t.code()) }

// code is a small number, another one for every signature.
func (s Signature) code() uint {
	return uint(s.OwnKings)<<9 | uint(s.OwnMen)<<6 | uint(s.FoeKings)<<3 | uint(s.FoeMen)
}

const codeCount = 1 << 12
