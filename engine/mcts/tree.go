package mcts

import (
	"crownhead/board"
	"crownhead/engine/net"
)

// maxActions is more than a position of twelve kings has.
const maxActions = 255

// A tree is a root and what is known below it.
type tree struct {
	opts      Options
	evaluator net.Evaluator

	nodes, spare arena
	root         uint32
	rootState    pathState
	tableVerdict verdict // of the root by the tables, which the root does not get without children
	full         bool    // there was no room for a node's children

	noisyPriors []float32 // priors at the root with their noise, if it is explored; else nil

	leafState pathState // at the end of the path
	path      []pathStep
	legal     []net.Action
	priors    []float32
	logits    [net.Actions]float32

	evaluations int64
}

// A pathStep is a node on a playout's path, and the side to move there.
type pathStep struct {
	node *node
	turn board.Color
}

func newTree(e net.Evaluator, o Options) *tree {
	limit := uint32(o.Nodes)
	t := &tree{opts: o, evaluator: e, nodes: arena{limit: limit}, spare: arena{limit: limit}}
	t.legal, t.priors = make([]net.Action, 0, maxActions), make([]float32, 0, maxActions)
	return t
}

// rootValue is the root's value for the side to move; a verdict comes with its plies.
func (t *tree) rootValue() (value float64, end verdict, plies int) {
	root := t.nodes.node(t.root)
	return root.valueFor(t.rootState.state.Position.Turn), root.verdict, int(root.plies)
}

// setVerdict gives the i-th node of the path a verdict; the game ends after so many plies.
func (t *tree) setVerdict(i int, end verdict, plies uint16) {
	n := t.path[i].node
	n.verdict, n.plies = end, plies
	if i > 0 && t.path[i].turn != t.path[i-1].turn { // an action in mid-capture is no ply
		n.plies++
	}
}

// backUpVerdict gives the i-th node of the path the verdict of its children: one that wins is
// enough, or one that is as good as the tables say the root is; otherwise all must be proven, and
// the best counts.
func (t *tree) backUpVerdict(i int) {
	n, mover := t.path[i].node, t.path[i].turn
	var best *node
	undecided := false
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.verdict == unproven {
			undecided = true
		} else if best == nil || isBetter(c, best, mover) {
			best = c
		}
	}
	if best != nil && (!undecided || best.verdict == winFor(mover) || i == 0 && best.verdict == t.tableVerdict) {
		t.setVerdict(i, best.verdict, best.plies)
	}
}

// isBetter reports whether action a rather than b is to be played: one that wins, the sooner the
// better; else the one with more visits; one that loses only if there is nothing else, and then the
// later the better.
func isBetter(a, b *node, mover board.Color) bool {
	x, y := signFor(mover)*a.verdict.value(), signFor(mover)*b.verdict.value()
	switch {
	case x != y:
		return x > y
	case x != 0 && a.plies != b.plies:
		return (a.plies < b.plies) == (x > 0)
	case a.visits != b.visits:
		return a.visits > b.visits
	}
	return a.prior > b.prior
}
