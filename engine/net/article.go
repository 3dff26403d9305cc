package net

import "fmt"

// The article's net: six residual layers, each two convolutions with 75 filters.
const (
	articleBlocks  = 6
	articleFilters = 75
)

// DefaultPast is the number of past positions with which the article's net played best.
const DefaultPast = 5

// The article's net works on all 64 squares.
type article struct {
	past   int // positions remembered besides the current one
	stem   *layer
	blocks [articleBlocks][2]*layer

	policy, moves            *layer // two channels; every action from the whole board
	value, whole, evaluation *layer // one channel; a hidden layer; the value
}

func newArticle(past int) (*article, error) {
	if past < 0 || past > Remembered {
		return nil, fmt.Errorf("net: the article's net with %d past positions: want 0 to %d", past, Remembered)
	}
	n := &article{past: past, stem: newLayer("stem", articleSquares, articlePlanes(past), articleFilters)}
	for i := range n.blocks {
		for j, part := range [2]string{"a", "b"} {
			n.blocks[i][j] = newLayer(fmt.Sprintf("block%d.%s", i, part), articleSquares, articleFilters, articleFilters)
		}
	}
	n.policy, n.moves = newLayer("policy", ownOfAll, articleFilters, 2), newLayer("moves", wholeBoard, 2, Actions)
	n.value, n.whole = newLayer("value", ownOfAll, articleFilters, 1), newLayer("whole", wholeBoard, 1, articleFilters)
	n.evaluation = newLayer("evaluation", single, articleFilters, 1)
	return n, nil
}

func (n *article) layers() []*layer {
	list := []*layer{n.stem}
	for _, b := range n.blocks {
		list = append(list, b[0], b[1])
	}
	return append(list, n.policy, n.moves, n.value, n.whole, n.evaluation)
}

func (n *article) branches() []*layer {
	list := []*layer{n.moves, n.evaluation}
	for _, b := range n.blocks {
		list = append(list, b[1])
	}
	return list
}

func (n *article) kind() Kind { return ArticleKind }

func (n *article) shape() map[string]int { return map[string]int{"past": n.past} }

// An articleRun is the rows of one forward pass.
type articleRun struct {
	*article
	input, x, y            rows
	policyX, logits        rows
	valueX, wholeX, result rows
}

func (n *article) evaluator() Evaluator {
	const squares, f = side * side, articleFilters
	return &articleRun{
		article: n, input: newRows(squares, articlePlanes(n.past)), x: newRows(squares, f), y: newRows(squares, f),
		policyX: newRows(squares, 2), logits: newRows(1, Actions),
		valueX: newRows(squares, 1), wholeX: newRows(1, f), result: newRows(1, 1),
	}
}

func (r *articleRun) Evaluate(s *State, logits *[Actions]float32) float32 {
	articleInput(s, r.past, r.input)
	r.stem.apply(r.input, rows{}, r.x, true)
	for _, b := range r.blocks {
		b[0].apply(r.x, rows{}, r.y, true)
		b[1].apply(r.y, r.x, r.x, true)
	}
	r.policy.apply(r.x, rows{}, r.policyX, true)
	r.moves.apply(r.policyX, rows{}, r.logits, false)
	copy(logits[:], r.logits.data)

	r.value.apply(r.x, rows{}, r.valueX, true)
	r.whole.apply(r.valueX, rows{}, r.wholeX, true)
	r.evaluation.apply(r.wholeX, rows{}, r.result, false)
	return tanh(r.result.data[0])
}
