package board

import (
	"fmt"
	"math/bits"
	"strconv"
)

// A Square is one of the 32 dark squares, counted from a1: a1 c1 e1 g1 b2 d2 … h8.
type Square uint8

// NoSquare stands where there is no square.
const NoSquare Square = 32

// ParseSquare reads a dark square such as "c3".
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, fmt.Errorf("board: reading square %q: want a letter a-h and a digit 1-8", s)
	}
	file, rank := int(s[0]-'a'), int(s[1]-'1')
	if (file+rank)%2 != 0 {
		return NoSquare, fmt.Errorf("board: reading square %q: a light square; draughts are played on the dark ones", s)
	}
	return squareAt(file, rank), nil
}

// String is the square's name, "-" for NoSquare.
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

// Number is the square's number in the notation: 1 = b8 … 32 = g1.
func (s Square) Number() int { return (7-s.Rank())*4 + int(s%4) + 1 }

// Bit is the set of this square alone; empty for NoSquare.
func (s Square) Bit() Bits { return 1 << s }

// bitOf and has are Bit and Has for a square that is one, which costs a processor less.
func bitOf(s Square) Bits            { return 1 << (s & 31) }
func (b Bits) hasFast(s Square) bool { return b&bitOf(s) != 0 }

// squareAt expects a dark square of the board.
func squareAt(file, rank int) Square { return Square(rank*4 + file/2) }

// SquareNumbered is the square of a number 1 … 32 of the notation; NoSquare of any other.
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

// Has tells whether s is in the set.
func (b Bits) Has(s Square) bool { return b&s.Bit() != 0 }

// Len counts the squares.
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

// lowest is the lowest square, NoSquare of an empty set.
func (b Bits) lowest() Square { return Square(bits.TrailingZeros32(uint32(b))) }

// highest is the highest square of a set that is not empty.
func (b Bits) highest() Square { return Square(31 - bits.LeadingZeros32(uint32(b))) }
