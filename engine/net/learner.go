package net

import (
	"errors"
	"math"

	"crownhead/board"
)

// An Example is what is to be learnt of a state: how often a search chose each legal action, and
// how the game ended.
type Example struct {
	State  State
	Policy []ActionShare // of the legal actions; one that isn't listed has none
	Value  float32       // 1 when the side to move won, 0 a draw, −1 a loss
}

// An ActionShare is an action's part of all visits; those of an example add up to 1.
type ActionShare struct {
	Action Action
	Part   float32
}

// A Loss is added up over examples.
type Loss struct {
	Policy   float64 // −Σ π log p over the legal actions
	Value    float64 // (z − v)²
	Examples int
}

// Plus is the sum of two losses.
func (l Loss) Plus(m Loss) Loss {
	return Loss{Policy: l.Policy + m.Policy, Value: l.Value + m.Value, Examples: l.Examples + m.Examples}
}

// A Learner adds up gradients, one example after another. It reads its Trainer's net, which must
// not change meanwhile, has rows of its own, and is for one goroutine.
type Learner struct {
	shared  *backwardLayers
	run     *compactEvaluator
	trunk   []matrix // of the stem, and after each block
	inner   []blockRows
	grads   []gradients // in the order of the layers
	byLayer map[*layer]gradients
	loss    Loss

	legal  []Action
	priors []float32
	logits [Actions]float32

	dMoves, dPolicy, dX, dY matrix
	dEnd, dValue, dBoard    matrix
	dWhole, dPooled         matrix
}

// blockRows are what a block keeps of the forward pass.
type blockRows struct {
	y, pooled matrix
}

// backwardLayers are the layers of the backward pass through a compact net, shared by its learners.
type backwardLayers struct {
	net  *compactNet
	back map[*layer]*layer // of all layers but the stem
}

func newBackwardLayers(n *compactNet) *backwardLayers {
	w := &backwardLayers{net: n, back: map[*layer]*layer{}}
	for _, l := range n.layers() {
		if l != n.stem {
			w.back[l] = l.backwardLayer()
		}
	}
	return w
}

// transposeWeights must be called after a change of the net's weights.
func (w *backwardLayers) transposeWeights() {
	for l, b := range w.back {
		b.transposeFrom(l)
	}
}

// errNoBackward is returned for a net without a backward pass.
var errNoBackward = errors.New("net: only compact (lean) nets can be trained")

func newLearner(w *backwardLayers) *Learner {
	n, f := w.net, w.net.Filters
	l := &Learner{
		shared: w, run: n.evaluator().(*compactEvaluator), byLayer: map[*layer]gradients{},
		dMoves: newMatrix(boardSquares, moveChannels), dPolicy: newMatrix(boardSquares, f),
		dX: newMatrix(boardSquares, f), dY: newMatrix(boardSquares, f),
		dEnd: newMatrix(1, 1), dValue: newMatrix(1, f), dBoard: newMatrix(1, 2*f),
		dWhole: newMatrix(1, f), dPooled: newMatrix(1, 2*n.pooled()),
	}
	for range n.Blocks + 1 {
		l.trunk = append(l.trunk, newMatrix(boardSquares, f))
	}
	for range n.Blocks {
		l.inner = append(l.inner, blockRows{y: newMatrix(boardSquares, f), pooled: newMatrix(1, 2*n.pooled())})
	}
	for _, layer := range n.layers() {
		g := newGradients(layer)
		l.grads, l.byLayer[layer] = append(l.grads, g), g
	}
	return l
}

// Learn adds the gradient and the loss of an example.
func (l *Learner) Learn(e *Example) {
	value := l.forward(&e.State)
	off := float64(value - e.Value)
	l.loss = l.loss.Plus(Loss{Policy: l.policyGradient(e), Value: off * off, Examples: 1})
	l.dEnd.data[0] = float32(2 * off * float64(1-value*value))
	l.backward()
}

// forward is the forward pass of compactEvaluator; it keeps what the backward pass needs.
func (l *Learner) forward(s *State) (value float32) {
	r, n := l.run, l.shared.net
	fillCompactPlanes(s, r.input)
	n.stem.apply(r.input, matrix{}, l.trunk[0], true)
	for i, b := range n.blocks {
		kept := l.inner[i]
		b.first.apply(l.trunk[i], matrix{}, kept.y, true)
		b.second.applyBias(r.blockBias(b, kept.y, kept.pooled), kept.y, l.trunk[i], l.trunk[i+1], true)
	}
	return r.computeHeads(l.trunk[n.Blocks], s.Position.Turn, &l.logits)
}

// policyGradient fills dMoves with p − π, seen from the side to move, and returns the loss.
func (l *Learner) policyGradient(e *Example) (loss float64) {
	l.legal = e.State.AppendActions(l.legal[:0])
	for len(l.priors) < len(l.legal) {
		l.priors = append(l.priors, 0)
	}
	Priors(&l.logits, l.legal, l.priors[:len(l.legal)])
	clear(l.dMoves.data)
	for i, a := range l.legal {
		*l.moveGradient(a, e.State.Position.Turn) += l.priors[i]
	}
	for _, share := range e.Policy {
		for i, a := range l.legal {
			if a == share.Action && share.Part > 0 {
				*l.moveGradient(a, e.State.Position.Turn) -= share.Part
				loss -= float64(share.Part) * math.Log(math.Max(float64(l.priors[i]), math.SmallestNonzeroFloat32))
			}
		}
	}
	return loss
}

// moveGradient is the gradient of an action's logit.
func (l *Learner) moveGradient(a Action, turn board.Color) *float32 {
	if turn == board.Black {
		a = a.Rotated()
	}
	e := a.squares()
	return &l.dMoves.row(int(e.from))[e.channel]
}

// backward goes from the gradients of the outputs, dMoves and dEnd, back to the stem.
func (l *Learner) backward() {
	r, n := l.run, l.shared.net
	last := l.trunk[n.Blocks]

	l.layerBackward(n.evaluation, r.valueX, l.dEnd, matrix{}, l.dValue)
	reluBackward(l.dValue, r.valueX)
	l.layerBackward(n.value, r.board, l.dValue, matrix{}, l.dBoard)

	l.layerBackward(n.moves, r.policyX, l.dMoves, matrix{}, l.dPolicy)
	reluBackward(l.dPolicy, r.policyX)
	l.layerBackward(n.policy, last, l.dPolicy, matrix{}, l.dX)
	poolBackward(last, boardSquares, n.Filters, r.board.row(0), l.dBoard.row(0), l.dX)

	for i := n.Blocks - 1; i >= 0; i-- {
		l.blockBackward(n.blocks[i], l.trunk[i], l.inner[i], l.trunk[i+1])
	}
	reluBackward(l.dX, l.trunk[0])
	l.byLayer[n.stem].addExample(r.input, l.dX)
}

// blockBackward turns dX, the gradient of a block's output, into that of its input, which also goes
// straight to its output.
func (l *Learner) blockBackward(b compactBlock, x matrix, kept blockRows, out matrix) {
	reluBackward(l.dX, out)
	l.layerBackward(b.second, kept.y, l.dX, matrix{}, l.dY)
	if b.globalPool != nil {
		bias := l.dWhole.row(0)
		clear(bias)
		for square := range boardSquares {
			addTo(bias, l.dX.row(square))
		}
		l.layerBackward(b.globalPool, kept.pooled, l.dWhole, matrix{}, l.dPooled)
		poolBackward(kept.y, boardSquares, l.shared.net.pooled(), kept.pooled.row(0), l.dPooled.row(0), l.dY)
	}
	reluBackward(l.dY, kept.y)
	l.layerBackward(b.first, x, l.dY, l.dX, l.dX)
}

// layerBackward adds the gradients of a layer's weights, and writes the gradient of its input: what
// grad comes to, plus plus.
func (l *Learner) layerBackward(layer *layer, from, grad, plus, to matrix) {
	l.byLayer[layer].addExample(from, grad)
	l.shared.back[layer].apply(grad, plus, to, false)
}

// reluBackward clears gradients where a ReLU's output was 0. A positive number has positive bits,
// whose negation has the sign bit; a branch would be predicted wrongly half of the time.
func reluBackward(grad, out matrix) {
	outputs := out.data[:len(out.data)-out.stride]
	back := grad.data[:len(outputs)]
	for i, x := range outputs {
		mask := uint32(-int32(math.Float32bits(x)) >> 31)
		back[i] = math.Float32frombits(math.Float32bits(back[i]) & mask)
	}
}

// poolBackward adds the gradients of poolMeanMax's input: that of a mean goes to every square, that
// of a maximum to the first square that has it.
func poolBackward(from matrix, squares, channels int, pooled, grad []float32, to matrix) {
	for c := range channels {
		share, most, whole := grad[c]/float32(squares), pooled[channels+c], grad[channels+c]
		for square := range squares {
			at := square*to.stride + c
			to.data[at] += share
			if from.data[square*from.stride+c] == most {
				to.data[at] += whole
				whole = 0
			}
		}
	}
}
