package net

import (
	"fmt"

	"crownhead/board"
)

// A CompactShape is the size of a compact net.
type CompactShape struct {
	Blocks, Filters int
}

// DefaultCompact is the size of the nets that the robot plays with.
var DefaultCompact = CompactShape{Blocks: 4, Filters: 32}

// Bounds of a compact net's size.
const (
	maxCompactBlocks, maxCompactFilters = 16, 128
	minCompactFilters                   = 8
)

func (s CompactShape) checkSize() error {
	if s.Blocks < 1 || s.Blocks > maxCompactBlocks ||
		s.Filters < minCompactFilters || s.Filters > maxCompactFilters || s.Filters%8 != 0 {
		return fmt.Errorf("net: a compact (lean) net of %d blocks of %d filters: "+
			"want 1 to %d blocks, and filters in eights from %d to %d",
			s.Blocks, s.Filters, maxCompactBlocks, minCompactFilters, maxCompactFilters)
	}
	return nil
}

// pooled is the number of channels whose mean and maximum over the board every square gets.
func (s CompactShape) pooled() int { return s.Filters / 4 }

// compactTaps are the taps of the compact net, as steps (files, ranks): the square itself, its
// neighbours on the diagonals, and the next ones.
var compactTaps = [9][2]int{{0, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2}}

// compactGeometry is the neighbourhood of the compact net over the dark squares.
var compactGeometry = newGeometry(boardSquares, boardSquares, len(compactTaps), func(square, tap int) int {
	s := board.Square(square)
	file, rank := s.File()+compactTaps[tap][0], s.Rank()+compactTaps[tap][1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return rank*4 + file/2
})

// A compactNet works on the 32 dark squares.
type compactNet struct {
	CompactShape
	stem              *layer
	blocks            []compactBlock
	policy, moves     *layer // a hidden layer; a channel for each direction and distance
	value, evaluation *layer // from the pooled board
}

// A compactBlock is y = relu(a(x)), x = relu(b(y) + x + whole(pool(y))); every other block has a whole.
type compactBlock struct {
	a, b  *layer
	whole *layer // nil without pooling
}

func newCompactNet(s CompactShape) (*compactNet, error) {
	if err := s.checkSize(); err != nil {
		return nil, err
	}
	f := s.Filters
	n := &compactNet{CompactShape: s, stem: newLayer("stem", compactGeometry, compactPlanes, f)}
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d.", i)
		b := compactBlock{a: newLayer(name+"a", compactGeometry, f, f), b: newLayer(name+"b", compactGeometry, f, f)}
		if i%2 == 1 {
			b.whole = newLayer(name+"whole", dense, 2*s.pooled(), f)
		}
		n.blocks = append(n.blocks, b)
	}
	n.policy, n.moves = newLayer("policy", pointwise32, f, f), newLayer("moves", pointwise32, f, moveChannels)
	n.value, n.evaluation = newLayer("value", dense, 2*f, f), newLayer("evaluation", dense, f, 1)
	return n, nil
}

func (n *compactNet) layers() []*layer {
	list := []*layer{n.stem}
	for _, b := range n.blocks {
		list = append(list, b.a, b.b)
		if b.whole != nil {
			list = append(list, b.whole)
		}
	}
	return append(list, n.policy, n.moves, n.value, n.evaluation)
}

// smallInitLayers are the layers whose output is added to another's, or is an output of the net:
// they begin small.
func (n *compactNet) smallInitLayers() []*layer {
	list := []*layer{n.moves, n.evaluation}
	for _, b := range n.blocks {
		list = append(list, b.b)
		if b.whole != nil {
			list = append(list, b.whole)
		}
	}
	return list
}

func (n *compactNet) kind() Kind { return CompactKind }

func (n *compactNet) shape() map[string]int {
	return map[string]int{"blocks": n.Blocks, "filters": n.Filters}
}

// A compactEvaluator has the rows of one forward pass.
type compactEvaluator struct {
	*compactNet
	input, x, y        rows
	pooled, bias       rows // one row each
	policyX, moves     rows
	board, valueX, end rows // one row each
}

func (n *compactNet) evaluator() Evaluator {
	f := n.Filters
	return &compactEvaluator{
		compactNet: n, input: newRows(boardSquares, compactPlanes),
		x: newRows(boardSquares, f), y: newRows(boardSquares, f),
		pooled: newRows(1, 2*n.pooled()), bias: newRows(1, f),
		policyX: newRows(boardSquares, f), moves: newRows(boardSquares, moveChannels),
		board: newRows(1, 2*f), valueX: newRows(1, f), end: newRows(1, 1),
	}
}

func (r *compactEvaluator) Evaluate(s *State, logits *[Actions]float32) float32 {
	fillCompactPlanes(s, r.input)
	r.stem.apply(r.input, rows{}, r.x, true)
	for _, b := range r.blocks {
		b.a.apply(r.x, rows{}, r.y, true)
		b.b.applyBias(r.blockBias(b, r.y, r.pooled), r.y, r.x, r.x, true)
	}
	return r.computeHeads(r.x, s.Position.Turn, logits)
}

// blockBias is the bias of a block's second layer, with what pooling over the board adds to it.
func (r *compactEvaluator) blockBias(b compactBlock, y, pooled rows) []float32 {
	if b.whole == nil {
		return b.b.packedBias
	}
	poolMeanMax(y, boardSquares, r.CompactShape.pooled(), pooled.row(0))
	b.whole.apply(pooled, rows{}, r.bias, false)
	bias := r.bias.row(0)
	addTo(bias, b.b.packedBias)
	return bias
}

// poolMeanMax writes the means of the first channels over all squares, and then their maxima. The
// channels are never negative where it is used.
func poolMeanMax(from rows, squares, channels int, to []float32) {
	mean, most := to[:channels], to[channels:][:channels]
	clear(to[:2*channels])
	for square := range squares {
		row := from.row(square)[:channels]
		for c, x := range row {
			mean[c] += x
			most[c] = max(most[c], x)
		}
	}
	for c := range mean {
		mean[c] /= float32(squares)
	}
}

// computeHeads computes policy and value from the trunk's output.
func (r *compactEvaluator) computeHeads(x rows, turn board.Color, logits *[Actions]float32) (value float32) {
	r.policy.apply(x, rows{}, r.policyX, true)
	r.compactNet.moves.apply(r.policyX, rows{}, r.moves, false)
	gatherLogits(r.moves, turn, logits)

	poolMeanMax(x, boardSquares, r.Filters, r.board.row(0))
	r.value.apply(r.board, rows{}, r.valueX, true)
	r.evaluation.apply(r.valueX, rows{}, r.end, false)
	return tanh(r.end.data[0])
}

// gatherLogits takes each action's logit from the square where it begins, which is turned for Black.
func gatherLogits(moves rows, turn board.Color, logits *[Actions]float32) {
	for a := range actions {
		e := &actions[a]
		from := e.from
		if turn == board.Black {
			e = &actions[e.turned]
			from = e.from
		}
		logits[a] = moves.data[int(from)*moves.stride+int(e.channel)]
	}
}
