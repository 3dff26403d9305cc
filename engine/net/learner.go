package net

import (
	"errors"
	"math"

	"crownhead/board"
)

// An Example is what is to be learnt of a state: how often a search chose each legal action, and how the game ended.
type Example struct {
	State  State
	Policy []Share // of the legal actions; one that isn't listed has none
	Value  float32 // 1 when the side to move won, 0 a draw, −1 a loss
}

// A Share is an action's part of all visits; those of an example add up to 1.
type Share struct {
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

// A Learner works out gradients, one example after another, and adds them up. It reads its Trainer's net, which must not
// change meanwhile, has rows of its own, and is for one goroutine.
type Learner struct {
	ways  *leanWays
	run   *leanRun
	trunk []rows // of the stem, and after each block
	inner []blockRows
	grads []gradients // in the order of the layers
	of    map[*layer]gradients
	loss  Loss

	legal  []Action
	priors []float32
	logits [Actions]float32

	dMoves, dPolicy, dX, dY rows
	dEnd, dValue, dBoard    rows
	dWhole, dPooled         rows
}

// blockRows are what a block keeps of the way forward.
type blockRows struct {
	y, pooled rows
}

// leanWays are the ways back through a lean net, shared by its learners.
type leanWays struct {
	net  *lean
	back map[*layer]*layer // of all layers but the stem
}

func newLeanWays(n *lean) *leanWays {
	w := &leanWays{net: n, back: map[*layer]*layer{}}
	for _, l := range n.layers() {
		if l != n.stem {
			w.back[l] = l.back()
		}
	}
	return w
}

// transpose follows a change of the net's weights.
func (w *leanWays) transpose() {
	for l, b := range w.back {
		b.transpose(l)
	}
}

var errNoBack = errors.New("net: only lean nets learn here")

func newLearner(w *leanWays) *Learner {
	n, f := w.net, w.net.Filters
	l := &Learner{
		ways: w, run: n.evaluator().(*leanRun), of: map[*layer]gradients{},
		dMoves: newRows(boardSquares, ways), dPolicy: newRows(boardSquares, f),
		dX: newRows(boardSquares, f), dY: newRows(boardSquares, f),
		dEnd: newRows(1, 1), dValue: newRows(1, f), dBoard: newRows(1, 2*f),
		dWhole: newRows(1, f), dPooled: newRows(1, 2*n.pooled()),
	}
	for range n.Blocks + 1 {
		l.trunk = append(l.trunk, newRows(boardSquares, f))
	}
	for range n.Blocks {
		l.inner = append(l.inner, blockRows{y: newRows(boardSquares, f), pooled: newRows(1, 2*n.pooled())})
	}
	for _, layer := range n.layers() {
		g := newGradients(layer)
		l.grads, l.of[layer] = append(l.grads, g), g
	}
	return l
}

// Learn adds what an example says.
func (l *Learner) Learn(e *Example) {
	value := l.forward(&e.State)
	off := float64(value - e.Value)
	l.loss = l.loss.Plus(Loss{Policy: l.policyGradient(e), Value: off * off, Examples: 1})
	l.dEnd.data[0] = float32(2 * off * float64(1-value*value))
	l.backward()
}

// forward is the way of leanRun, which keeps what the way back needs.
func (l *Learner) forward(s *State) (value float32) {
	r, n := l.run, l.ways.net
	leanInput(s, r.input)
	n.stem.apply(r.input, rows{}, l.trunk[0], true)
	for i, b := range n.blocks {
		kept := l.inner[i]
		b.a.apply(l.trunk[i], rows{}, kept.y, true)
		b.b.applyBias(r.biasOf(b, kept.y, kept.pooled), kept.y, l.trunk[i], l.trunk[i+1], true)
	}
	return r.heads(l.trunk[n.Blocks], s.Position.Turn, &l.logits)
}

// policyGradient fills dMoves with p − π, in the view of the side to move, and returns the loss.
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

func (l *Learner) moveGradient(a Action, turn board.Color) *float32 {
	if turn == board.Black {
		a = a.Turned()
	}
	e := a.ends()
	return &l.dMoves.row(int(e.from))[e.way]
}
