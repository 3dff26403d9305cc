package net

import (
	"fmt"
	"math"

	"crownhead/board"
)

// A LeanShape is the size of a lean net.
type LeanShape struct {
	Blocks, Filters int
}

// DefaultLean is the size of the nets that the robot plays with.
var DefaultLean = LeanShape{Blocks: 4, Filters: 32}

// The greatest lean net there is, and the least.
const (
	leanMostBlocks, leanMostFilters = 16, 128
	leanLeastFilters                = 8
)

func (s LeanShape) validate() error {
	if s.Blocks < 1 || s.Blocks > leanMostBlocks || s.Filters < leanLeastFilters || s.Filters > leanMostFilters || s.Filters%8 != 0 {
		return fmt.Errorf("net: a lean net of %d blocks of %d filters: want 1 to %d blocks, and filters in eights from %d to %d",
			s.Blocks, s.Filters, leanMostBlocks, leanLeastFilters, leanMostFilters)
	}
	return nil
}

// pooled is the number of channels whose mean and maximum go on to the whole board.
func (s LeanShape) pooled() int { return s.Filters / 4 }

// A lean net works on the 32 dark squares.
type lean struct {
	LeanShape
	stem              *layer
	blocks            []leanBlock
	policy, moves     *layer // a hidden layer; a channel for each direction and distance
	value, evaluation *layer // from the pooled board
}

// A leanBlock is y = relu(a(x)), x = relu(b(y) + x + whole(pool(y))); every other block has a whole.
type leanBlock struct {
	a, b  *layer
	whole *layer // nil without pooling
}

func newLean(s LeanShape) (*lean, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	f := s.Filters
	n := &lean{LeanShape: s, stem: newLayer("stem", leanSquares, leanPlanes, f)}
	for i := range s.Blocks {
		name := fmt.Sprintf("block%d.", i)
		b := leanBlock{a: newLayer(name+"a", leanSquares, f, f), b: newLayer(name+"b", leanSquares, f, f)}
		if i%2 == 1 {
			b.whole = newLayer(name+"whole", single, 2*s.pooled(), f)
		}
		n.blocks = append(n.blocks, b)
	}
	n.policy, n.moves = newLayer("policy", ownSquare, f, f), newLayer("moves", ownSquare, f, ways)
	n.value, n.evaluation = newLayer("value", single, 2*f, f), newLayer("evaluation", single, f, 1)
	return n, nil
}

func (n *lean) layers() []*layer {
	list := []*layer{n.stem}
	for _, b := range n.blocks {
		list = append(list, b.a, b.b)
		if b.whole != nil {
			list = append(list, b.whole)
		}
	}
	return append(list, n.policy, n.moves, n.value, n.evaluation)
}

// branches are the layers whose output is added to another's, or is an answer: they begin small.
func (n *lean) branches() []*layer {
	list := []*layer{n.moves, n.evaluation}
	for _, b := range n.blocks {
		list = append(list, b.b)
		if b.whole != nil {
			list = append(list, b.whole)
		}
	}
	return list
}

func (n *lean) kind() Kind { return LeanKind }

func (n *lean) shape() map[string]int {
	return map[string]int{"blocks": n.Blocks, "filters": n.Filters}
}

// A leanRun is the rows of one forward pass.
type leanRun struct {
	*lean
	input, x, y        rows
	pooled, bias       rows // one row each
	policyX, moves     rows
	board, valueX, end rows // one row each
}

func (n *lean) evaluator() Evaluator {
	f := n.Filters
	return &leanRun{
		lean: n, input: newRows(boardSquares, leanPlanes), x: newRows(boardSquares, f), y: newRows(boardSquares, f),
		pooled: newRows(1, 2*n.pooled()), bias: newRows(1, f),
		policyX: newRows(boardSquares, f), moves: newRows(boardSquares, ways),
		board: newRows(1, 2*f), valueX: newRows(1, f), end: newRows(1, 1),
	}
}

func (r *leanRun) Evaluate(s *State, logits *[Actions]float32) float32 {
	leanInput(s, r.input)
	r.stem.apply(r.input, rows{}, r.x, true)
	for _, b := range r.blocks {
		b.a.apply(r.x, rows{}, r.y, true)
		b.b.applyBias(r.biasOf(b, r.y, r.pooled), r.y, r.x, r.x, true)
	}
	return r.heads(r.x, s.Position.Turn, logits)
}

// heads makes the answers of what the trunk has become.
func (r *leanRun) heads(x rows, turn board.Color, logits *[Actions]float32) (value float32) {
	r.policy.apply(x, rows{}, r.policyX, true)
	r.lean.moves.apply(r.policyX, rows{}, r.moves, false)
	leanLogits(r.moves, turn, logits)

	pool(x, boardSquares, r.Filters, r.board.row(0))
	r.value.apply(r.board, rows{}, r.valueX, true)
	r.evaluation.apply(r.valueX, rows{}, r.end, false)
	return tanh(r.end.data[0])
}

// biasOf is the bias of a block's second layer, to which pooling adds what the whole board says.
func (r *leanRun) biasOf(b leanBlock, y, pooled rows) []float32 {
	if b.whole == nil {
		return b.b.packedBias
	}
	pool(y, boardSquares, r.LeanShape.pooled(), pooled.row(0))
	b.whole.apply(pooled, rows{}, r.bias, false)
	bias := r.bias.row(0)
	add(bias, b.b.packedBias)
	return bias
}

// leanLogits takes each action's logit from the square it starts from, which is turned for Black.
func leanLogits(moves rows, turn board.Color, logits *[Actions]float32) {
	for a := range actions {
		e := &actions[a]
		from := e.from
		if turn == board.Black {
			e = &actions[e.turned]
			from = e.from
		}
		logits[a] = moves.data[int(from)*moves.stride+int(e.way)]
	}
}

func tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }
