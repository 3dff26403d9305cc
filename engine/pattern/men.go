package pattern

// The tables of men. Each belongs to some squares, and has an entry for every way in which they can be empty, or hold a
// man of the mover's or of the other's: a number of ternary digits. Kings count as empty.
//
// A pair is two ranks, eight squares. A block is five ranks by two of their four squares, on the left, in the middle or on
// the right.
const (
	pairSize  = 6561  // 3 to the 8th
	blockSize = 59049 // 3 to the 10th
	ranks     = 8
	pairs     = ranks - 1
	blockRows = ranks - 4
	tables    = pairs + 3*blockRows
	blocksRow = pairs * pairSize
	menEnd    = blocksRow + 3*blockRows*blockSize
)

// Lanes of a packed number, of 16 bits each. Of two ranks they hold the ternary number of all their squares, and those of
// two squares of either rank, on the left, in the middle and on the right.
const (
	lane     = 16
	laneMask = 1<<lane - 1
	fourSize = 81 // 3 to the 4th: the numbers of four squares
)

// packed holds the lanes of each set of squares of two ranks, where the set's digits are 1. packedTop holds the three lanes of
// the pairs of squares in each set of one rank, as the highest digits of a block.
var packed, packedTop = packLanes()

func packLanes() (two [256]uint64, top [16]uint64) {
	lanes := [4][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 4, 5}, {1, 2, 5, 6}, {2, 3, 6, 7}}
	for set := range two {
		for k, squares := range lanes {
			two[set] += ternary(set, squares) << (k * lane)
		}
	}
	for set := range top {
		for k, squares := range lanes[1:] {
			top[set] += ternary(set, squares[:2]) * pairSize << (k * lane)
		}
	}
	return two, top
}

// ternary is the number whose digits are 1 for the squares of a set, of those given, the first the lowest digit.
func ternary(set int, squares []int) (n uint64) {
	digit := uint64(1)
	for _, square := range squares {
		n += digit * uint64(set>>square&1)
		digit *= 3
	}
	return n
}

// two is the packed number of the ranks from r on.
func (v *view) two(r int) uint64 { return packed[v.men>>(4*r)&0xff] + 2*packed[v.foeMen>>(4*r)&0xff] }

// top is what rank r adds to blocks that end with it.
func (v *view) top(r int) uint64 {
	return packedTop[v.men>>(4*r)&0xf] + 2*packedTop[v.foeMen>>(4*r)&0xf]
}

// menTerms sets the first terms, which are the entries of the tables of men.
func (v *view) menTerms(t *[mostTerms]uint32) {
	twos := [pairs]uint64{v.two(0), v.two(1), v.two(2), v.two(3), v.two(4), v.two(5), v.two(6)}
	for i := range pairs {
		t[i] = uint32(i*pairSize) + uint32(twos[i]&laneMask)
	}
	for i := range blockRows {
		three := twos[i]>>lane + twos[i+2]>>lane*fourSize + v.top(i+4) // no lane overflows
		base := uint32(blocksRow + 3*i*blockSize)
		t[pairs+3*i] = base + uint32(three&laneMask)
		t[pairs+3*i+1] = base + blockSize + uint32(three>>lane&laneMask)
		t[pairs+3*i+2] = base + 2*blockSize + uint32(three>>(2*lane))
	}
}
