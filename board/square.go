package board

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A Square is one of the 32 dark squares, counted from a1: a1 c1 e1 g1 b2 d2 … h8.
type Square uint8

// NoSquare means that there is no square.
const NoSquare Square = 32

// ParseSquare reads a dark square such as "c3", also in capitals and in letters that look the same.
func ParseSquare(name string) (Square, error) {
	s, err := parseSquareName(strings.ToLower(foldText(name)))
	if err != nil {
		return NoSquare, fmt.Errorf("board: reading square %q: %w", name, err)
	}
	return s, nil
}

// SquareNames lists the names of squares; it is never nil, as JSON wants it.
func SquareNames(squares []Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return names
}

func parseSquareName(name string) (Square, error) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, errors.New("want a letter a-h and a digit 1-8")
	}
	file, rank := int(name[0]-'a'), int(name[1]-'1')
	if (file+rank)%2 != 0 {
		return NoSquare, errors.New("a light square; draughts are played on the dark ones")
	}
	return squareAt(file, rank), nil
}

// String returns the square's name, "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// File is the column, 0 for a.
func (s Square) File() int { return int(s%4)*2 + s.Rank()%2 }

// Rank is the row, 0 for White's first.
func (s Square) Rank() int { return int(s / 4) }

// Number returns the square's number in the notation: 1 = b8 … 32 = g1.
func (s Square) Number() int { return (7-s.Rank())*4 + int(s%4) + 1 }

// Bit returns the set of this square alone; empty for NoSquare.
func (s Square) Bit() Bits { return 1 << s }

// fastBit and hasFast are Bit and Has for a square of the board, never NoSquare: they cost fewer instructions.
func fastBit(s Square) Bits          { return 1 << (s & 31) }
func (b Bits) hasFast(s Square) bool { return b&fastBit(s) != 0 }

// squareAt returns the dark square at file and rank, which must be one of the board's.
func squareAt(file, rank int) Square { return Square(rank*4 + file/2) }

// SquareNumbered returns the square with a number 1 … 32 of the notation; NoSquare for any other number.
func SquareNumbered(n int) Square {
	if n < 1 || n > 32 {
		return NoSquare
	}
	return Square((7-(n-1)/4)*4 + (n-1)%4)
}

// Bits is a set of squares: bit i is Square i.
type Bits uint32

// ParseBits reads eight hexadecimal digits, most significant first.
func ParseBits(hex string) (Bits, error) {
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 8 {
		return 0, fmt.Errorf("board: reading bits %q: want eight hexadecimal digits, such as fff00fff", hex)
	}
	return Bits(v), nil
}

// String is eight hexadecimal digits.
func (b Bits) String() string { return fmt.Sprintf("%08x", uint32(b)) }

// Has reports whether s is in the set.
func (b Bits) Has(s Square) bool { return b&s.Bit() != 0 }

// Len returns the number of squares.
func (b Bits) Len() int { return bits.OnesCount32(uint32(b)) }

// Squares lists the squares from a1 upwards; never nil.
func (b Bits) Squares() []Square {
	list := make([]Square, 0, b.Len())
	for ; b != 0; b &= b - 1 {
		list = append(list, b.lowest())
	}
	return list
}

// Rotate turns the board by half a turn: square i becomes square 31 − i.
func (b Bits) Rotate() Bits { return Bits(bits.Reverse32(uint32(b))) }

// lowest returns the lowest square, NoSquare for an empty set.
func (b Bits) lowest() Square { return Square(bits.TrailingZeros32(uint32(b))) }

// highest returns the highest square of a set that is not empty.
func (b Bits) highest() Square { return Square(31 - bits.LeadingZeros32(uint32(b))) }
