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

// A compactBlock is y = relu(first(x)), x = relu(second(y) + x + globalPool(pool(y))). Every other block
// has a global pool. In files the layers are named a, b and whole.
type compactBlock struct {
	first, second *layer
	globalPool    *layer // nil without pooling
}

func newCompactNet(s CompactShape) (*compactNet, error) {
	if err := s.checkSize(); err != nil {
		return nil, err
	}
	f := s.Filters
	n := &compactNet{CompactShape: s, stem: newLayer("stem", compactGeometry, compactPlanes, f)}
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d.", i)
		b := compactBlock{
			first: newLayer(name+"a", compactGeometry, f, f), second: newLayer(name+"b", compactGeometry, f, f),
		}
		if i%2 == 1 {
			b.globalPool = newLayer(name+"whole", dense, 2*s.pooled(), f)
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
		list = append(list, b.first, b.second)
		if b.globalPool != nil {
			list = append(list, b.globalPool)
		}
	}
	return append(list, n.policy, n.moves, n.value, n.evaluation)
}

// smallInitLayers are the layers whose output is added to another's, or is an output of the net:
// they begin small.
func (n *compactNet) smallInitLayers() []*layer {
	list := []*layer{n.moves, n.evaluation}
	for _, b := range n.blocks {
		list = append(list, b.second)
		if b.globalPool != nil {
			list = append(list, b.globalPool)
		}
	}
	return list
}

func (n *compactNet) kind() Kind { return CompactKind }

func (n *compactNet) shape() map[string]int {
	return map[string]int{"blocks": n.Blocks, "filters": n.Filters}
}

// A compactEvaluator has the activations of one forward pass.
type compactEvaluator struct {
	*compactNet
	input, x, y        matrix
	pooled, bias       matrix // one row each
	policyX, moves     matrix
	board, valueX, end matrix // one row each
}

func (n *compactNet) evaluator() Evaluator {
	f := n.Filters
	return &compactEvaluator{
		compactNet: n, input: newMatrix(boardSquares, compactPlanes),
		x: newMatrix(boardSquares, f), y: newMatrix(boardSquares, f),
		pooled: newMatrix(1, 2*n.pooled()), bias: newMatrix(1, f),
		policyX: newMatrix(boardSquares, f), moves: newMatrix(boardSquares, moveChannels),
		board: newMatrix(1, 2*f), valueX: newMatrix(1, f), end: newMatrix(1, 1),
	}
}

func (r *compactEvaluator) Evaluate(s *State, logits *[Actions]float32) float32 {
	fillCompactPlanes(s, r.input)
	r.stem.apply(r.input, matrix{}, r.x, true)
	for _, b := range r.blocks {
		b.first.apply(r.x, matrix{}, r.y, true)
		b.second.applyBias(r.blockBias(b, r.y, r.pooled), r.y, r.x, r.x, true)
	}
	return r.computeHeads(r.x, s.Position.Turn, logits)
}

// blockBias is the bias of a block's second layer, with what pooling over the board adds to it.
func (r *compactEvaluator) blockBias(b compactBlock, y, pooled matrix) []float32 {
	if b.globalPool == nil {
		return b.second.packedBias
	}
	poolMeanMax(y, boardSquares, r.CompactShape.pooled(), pooled.row(0))
	b.globalPool.apply(pooled, matrix{}, r.bias, false)
	bias := r.bias.row(0)
	addTo(bias, b.second.packedBias)
	return bias
}

// poolMeanMax writes the means of the first channels over all squares, and then their maxima. The
// channels are never negative where it is used.
func poolMeanMax(from matrix, squares, channels int, to []float32) {
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
func (r *compactEvaluator) computeHeads(x matrix, turn board.Color, logits *[Actions]float32) (value float32) {
	r.policy.apply(x, matrix{}, r.policyX, true)
	r.compactNet.moves.apply(r.policyX, matrix{}, r.moves, false)
	gatherLogits(r.moves, turn, logits)

	poolMeanMax(x, boardSquares, r.Filters, r.board.row(0))
	r.value.apply(r.board, matrix{}, r.valueX, true)
	r.evaluation.apply(r.valueX, matrix{}, r.end, false)
	return tanh(r.end.data[0])
}

// gatherLogits takes each action's logit from the square where it begins, which is turned for Black.
func gatherLogits(moves matrix, turn board.Color, logits *[Actions]float32) {
	for a := range actions {
		e := &actions[a]
		from := e.from
		if turn == board.Black {
			e = &actions[e.rotated]
			from = e.from
		}
		logits[a] = moves.data[int(from)*moves.stride+int(e.channel)]
	}
}
