package net

import "fmt"

// The paper's net has six residual layers, each two convolutions with 75 filters.
const (
	paperBlocks  = 6
	paperFilters = 75
)

// defaultPast is the number of past positions with which the paper's net played best.
const defaultPast = 5

// The paper's filters are 4×4, over all 64 squares padded by one line before and two after.
const (
	paperFilterSide = 4
	paperPadding    = 1 // before a1's rank and file
)

// paperGeometry is the neighbourhood of the paper's net.
var paperGeometry = newGeometry(squares64, squares64, paperFilterSide*paperFilterSide, func(square, tap int) int {
	file := square%boardSide + tap%paperFilterSide - paperPadding
	rank := square/boardSide + tap/paperFilterSide - paperPadding
	if file < 0 || file >= boardSide || rank < 0 || rank >= boardSide {
		return -1
	}
	return rank*boardSide + file
})

// A paperNet is the net of the paper that the robot comes from (Robotics 2020, 9(4), 107; see the
// package comment). It works on all 64 squares.
type paperNet struct {
	past   int // positions seen besides the current one
	stem   *layer
	blocks [paperBlocks][2]*layer

	policy, moves             *layer // two channels; every action from the whole board
	value, hidden, evaluation *layer // one channel; a hidden layer; the value
}

func newPaperNet(past int) (*paperNet, error) {
	if past < 0 || past > maxPast {
		return nil, fmt.Errorf("net: the paper's (article) net with %d past positions: want 0 to %d", past, maxPast)
	}
	n := &paperNet{past: past, stem: newLayer("stem", paperGeometry, paperPlanes(past), paperFilters)}
	for i := range n.blocks {
		for j, part := range [2]string{"a", "b"} {
			n.blocks[i][j] = newLayer(fmt.Sprintf("block%d.%s", i, part), paperGeometry, paperFilters, paperFilters)
		}
	}
	n.policy, n.moves = newLayer("policy", pointwise64, paperFilters, 2), newLayer("moves", flattened64, 2, Actions)
	n.value, n.hidden = newLayer("value", pointwise64, paperFilters, 1), newLayer("whole", flattened64, 1, paperFilters)
	n.evaluation = newLayer("evaluation", dense, paperFilters, 1)
	return n, nil
}

func (n *paperNet) layers() []*layer {
	list := []*layer{n.stem}
	for _, b := range n.blocks {
		list = append(list, b[0], b[1])
	}
	return append(list, n.policy, n.moves, n.value, n.hidden, n.evaluation)
}

func (n *paperNet) smallInitLayers() []*layer {
	list := []*layer{n.moves, n.evaluation}
	for _, b := range n.blocks {
		list = append(list, b[1])
	}
	return list
}

func (n *paperNet) kind() Kind { return PaperKind }

func (n *paperNet) shape() map[string]int { return map[string]int{"past": n.past} }

// A paperEvaluator has the activations of one forward pass.
type paperEvaluator struct {
	*paperNet
	input, x, y             matrix
	policyX, logits         matrix
	valueX, hiddenX, result matrix
}

func (n *paperNet) evaluator() Evaluator {
	const squares, f = boardSide * boardSide, paperFilters
	return &paperEvaluator{
		paperNet: n, input: newMatrix(squares, paperPlanes(n.past)), x: newMatrix(squares, f), y: newMatrix(squares, f),
		policyX: newMatrix(squares, 2), logits: newMatrix(1, Actions),
		valueX: newMatrix(squares, 1), hiddenX: newMatrix(1, f), result: newMatrix(1, 1),
	}
}

func (r *paperEvaluator) Evaluate(s *State, logits *[Actions]float32) float32 {
	fillPaperPlanes(s, r.past, r.input)
	r.stem.apply(r.input, matrix{}, r.x, true)
	for _, b := range r.blocks {
		b[0].apply(r.x, matrix{}, r.y, true)
		b[1].apply(r.y, r.x, r.x, true)
	}
	r.policy.apply(r.x, matrix{}, r.policyX, true)
	r.moves.apply(r.policyX, matrix{}, r.logits, false)
	copy(logits[:], r.logits.data)

	r.value.apply(r.x, matrix{}, r.valueX, true)
	r.hidden.apply(r.valueX, matrix{}, r.hiddenX, true)
	r.evaluation.apply(r.hiddenX, matrix{}, r.result, false)
	return tanh(r.result.data[0])
}
