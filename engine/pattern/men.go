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

// Lanes of a packed number. Of two ranks they hold the ternary number of all their squares, and those of two squares of
// either rank, on the left, in the middle and on the right; then, of the lower rank alone, the same three.
const (
	pairMask    = 0xffff
	leftLane    = 16
	middleLane  = 24
	rightLane   = 32
	laneMask    = 0xff
	leftLane1   = 40
	middleLane1 = 44
	rightLane1  = 48
	laneMask1   = 0xf
)

// packed holds the lanes of each set of squares of two ranks, where the set's digits are 1.
var packed = packLanes()

func packLanes() (table [256]uint64) {
	lanes := []struct {
		shift   int
		squares []int
	}{
		{0, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{leftLane, []int{0, 1, 4, 5}},
		{middleLane, []int{1, 2, 5, 6}},
		{rightLane, []int{2, 3, 6, 7}},
		{leftLane1, []int{0, 1}},
		{middleLane1, []int{1, 2}},
		{rightLane1, []int{2, 3}},
	}
	for set := range table {
		for _, lane := range lanes {
			digit := uint64(1)
			for _, square := range lane.squares {
				table[set] += digit * uint64(set>>square&1) << lane.shift
				digit *= 3
			}
		}
	}
	return table
}

// two is the packed number of the ranks from r on.
func (v *view) two(r int) uint64 { return packed[v.men>>(4*r)&0xff] + 2*packed[v.foeMen>>(4*r)&0xff] }

// menTerms sets the first terms, which are the entries of the tables of men.
func (v *view) menTerms(t *[mostTerms]uint32) {
	twos := [ranks]uint64{v.two(0), v.two(1), v.two(2), v.two(3), v.two(4), v.two(5), v.two(6), v.two(7)}
	for i := range pairs {
		t[i] = uint32(i*pairSize) + uint32(twos[i]&pairMask)
	}
	for i := range blockRows {
		a, b, c := twos[i], twos[i+2], twos[i+4]
		base := uint32(blocksRow + 3*i*blockSize)
		t[pairs+3*i] = base + uint32(a>>leftLane&laneMask+81*(b>>leftLane&laneMask)+pairSize*(c>>leftLane1&laneMask1))
		t[pairs+3*i+1] = base + blockSize + uint32(a>>middleLane&laneMask+81*(b>>middleLane&laneMask)+pairSize*(c>>middleLane1&laneMask1))
		t[pairs+3*i+2] = base + 2*blockSize + uint32(a>>rightLane&laneMask+81*(b>>rightLane&laneMask)+pairSize*(c>>rightLane1&laneMask1))
	}
}
