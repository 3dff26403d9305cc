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
	tableResult  provenResult // of the root by the tables, which the root does not get without children
	full         bool         // there was no room for a node's children

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

// rootValue is the root's value for the side to move; a proven result comes with its plies.
func (t *tree) rootValue() (value float64, end provenResult, plies int) {
	root := t.nodes.node(t.root)
	return root.valueFor(t.rootState.state.Position.Turn), root.proven, int(root.plies)
}

// proveNode gives the i-th node of the path a proven result; the game ends after that many plies.
func (t *tree) proveNode(i int, end provenResult, plies uint16) {
	n := t.path[i].node
	n.proven, n.plies = end, plies
	if i > 0 && t.path[i].turn != t.path[i-1].turn { // an action in mid-capture is no ply
		n.plies++
	}
}

// backUpProof gives the i-th node of the path the result of its children: one that wins is
// enough, or one that is as good as the tables say the root is; otherwise all must be proven, and
// the best counts.
func (t *tree) backUpProof(i int) {
	n, mover := t.path[i].node, t.path[i].turn
	var best *node
	unknown := false
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.proven == unproven {
			unknown = true
		} else if best == nil || isBetter(c, best, mover) {
			best = c
		}
	}
	if best != nil && (!unknown || best.proven == winFor(mover) || i == 0 && best.proven == t.tableResult) {
		t.proveNode(i, best.proven, best.plies)
	}
}

// isBetter reports whether action a rather than b is to be played: one that wins, the sooner the
// better; else the one with more visits; one that loses only if there is nothing else, and then the
// later the better.
func isBetter(a, b *node, mover board.Color) bool {
	x, y := signFor(mover)*a.proven.value(), signFor(mover)*b.proven.value()
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
