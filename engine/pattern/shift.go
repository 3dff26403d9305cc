package pattern

// Steps along the diagonals for whole sets of squares. Bit i is the i-th dark square from a1, so that the ranks are
// nibbles: 1, 3, 5, 7 hold files a c e g, the others b d f h. What steps off the board vanishes.
const (
	oddRanks  = 0x0f0f0f0f
	evenRanks = 0xf0f0f0f0
	fileA     = 0x01010101
	fileH     = 0x80808080
)

func upLeft(s uint32) uint32    { return s&evenRanks<<4 | s&oddRanks&^fileA<<3 }
func upRight(s uint32) uint32   { return s&oddRanks<<4 | s&evenRanks&^fileH<<5 }
func downLeft(s uint32) uint32  { return s&evenRanks>>4 | s&oddRanks&^fileA>>5 }
func downRight(s uint32) uint32 { return s&oddRanks>>4 | s&evenRanks&^fileH>>3 }
