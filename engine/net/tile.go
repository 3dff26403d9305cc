package net

// A tile is the work that the assembly does at once: 4 squares by 16 or 24 channels of a layer's output.
//
//	out[i][j] = act(bias[j] + res[i][j] + Σ over taps and input channels of in[reads[tap][i]][channel] · w[tap][channel][j])
//
// Where a tap looks beyond the board, reads names the row of zeros. Strides are in bytes. The assembly knows the fields by
// their names.
type tile struct {
	in        *float32 // row 0
	reads     *int32   // 4 row numbers a tap
	w         *float32 // taps × channels × width
	bias      *float32 // width
	res       *float32 // the first of 4 rows to be added, as far apart as those of out; nil for none
	out       *float32 // the first of 4 rows
	inStride  int
	outStride int
	taps      int
	channels  int
	relu      int // 1: negative sums become 0
}

// tileSquares is the number of squares in a tile.
const tileSquares = 4

// The sizes of a number and of the number of a row.
const (
	floatBytes = 4
	rowBytes   = 4
)

// A kernel is one way to do the arithmetic. All give the same sums, but for the order in which they round.
type kernel struct {
	name  string
	conv  func(p pass)
	outer func(l *layer, tap, channel int, g group, from, grad rows, dw []float32)
}

// chosen is the kernel that this processor is given.
var chosen = choose()

// A group is 16 or 24 neighbouring output channels of a layer, whose weights lie together.
type group struct {
	channel int // its first
	width   int
	weights int // where its weights begin
}

// groups divides output channels among tiles, the wide ones first; reads is the number of weights of one channel. The last
// group may reach beyond the channels there are.
func groups(channels, reads int) []group {
	left := max(2, (channels+7)/8) // in units of 8 channels
	narrow := (3 - left%3) % 3     // so many groups of 16, the rest of 24
	var list []group
	for at := 0; left > 0; {
		width := 24
		if left <= 2*narrow {
			width = 16
		}
		list = append(list, group{channel: at, width: width, weights: at * reads})
		at, left = at+width, left-width/8
	}
	return list
}

// padded is the number of floats in a row of so many channels: whole groups.
func padded(channels int) int { return max(2, (channels+7)/8) * 8 }
