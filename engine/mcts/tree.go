package mcts

import (
	"math"

	"crownhead/board"
	"crownhead/engine/net"
)

// maxActions is more than a position of twelve kings has.
const maxActions = 255

// A tree is a root and what has been found out below it.
type tree struct {
	opts      Options
	evaluator net.Evaluator

	nodes, spare arena
	root         uint32
	start        walk    // the root's
	sure         verdict // of the root by the tables; its actions must be known, too
	full         bool    // a node has found no room

	mixed []float32 // priors at the root with their noise, if it is explored; else nil

	now    walk // the playout's
	path   []step
	legal  []net.Action
	priors []float32
	logits [net.Actions]float32

	evaluations int64
}

// A step is a node on a playout's way, and who is to move there.
type step struct {
	node *node
	turn board.Color
}

func newTree(e net.Evaluator, o Options) *tree {
	limit := uint32(o.Nodes)
	t := &tree{opts: o, evaluator: e, nodes: arena{limit: limit}, spare: arena{limit: limit}}
	t.legal, t.priors = make([]net.Action, 0, maxActions), make([]float32, 0, maxActions)
	return t
}

// plant forgets the tree and begins with one node.
func (t *tree) plant(start walk) {
	t.nodes.reset()
	t.root, _ = t.nodes.block(1)
	t.full = false
	t.stand(start)
}

// stand makes a walk that of the root, whose verdict is taken back unless its children make it: of a state to be played in, the
// action must be known.
func (t *tree) stand(start walk) {
	t.start, t.sure = start, open
	if end, _, _, sure := t.tabled(&t.start); sure {
		t.sure = end
	}
	root := t.nodes.at(t.root)
	root.end, root.plies = open, 0
	t.path = append(t.path[:0], step{root, start.state.Position.Turn})
	t.settle(0)
}

// playout goes down the tree, asks about what it finds at its end, and tells all on the way.
func (t *tree) playout() {
	leaf := t.descend()
	value := 0.0
	switch {
	case leaf.end != open:
		value = leaf.end.value()
	case t.full && leaf.visits > 0:
		value = leaf.mean()
	default:
		value = t.judge(leaf, &t.now, len(t.path) == 1)
	}
	t.back(value)
}

// descend follows the best actions to a node that has no children or a verdict. It leaves the way in path, and the state there
// in now.
func (t *tree) descend() *node {
	t.now.from(&t.start)
	n := t.nodes.at(t.root)
	t.path = append(t.path[:0], step{n, t.now.state.Position.Turn})
	for n.first != 0 && n.end == open {
		n = t.next(n)
		t.now.act(n.action)
		t.path = append(t.path, step{n, t.now.state.Position.Turn})
	}
	return n
}

// back adds a value to all nodes of the path, and passes on what has become certain.
func (t *tree) back(value float64) {
	for i := len(t.path) - 1; i >= 0; i-- {
		n := t.path[i].node
		if i+1 < len(t.path) && t.path[i+1].node.end != open {
			t.settle(i)
			if n.end != open {
				value = n.end.value()
			}
		}
		n.total += value
		n.visits++
	}
}

// decide gives the node at a place of the path a verdict, which is carried out after so many plies.
func (t *tree) decide(i int, end verdict, plies uint16) {
	n := t.path[i].node
	n.end, n.plies = end, plies
	if i > 0 && t.path[i].turn != t.path[i-1].turn { // an action in mid-capture is no ply
		n.plies++
	}
}

// settle decides a node by its children, if they do: one that wins is enough, or that is as good as the tables know the root
// to be, else the best of all.
func (t *tree) settle(i int) {
	n, mover := t.path[i].node, t.path[i].turn
	var best *node
	undecided := false
	for i, children := 0, t.nodes.children(n); i < len(children); i++ {
		c := &children[i]
		if c.end == open {
			undecided = true
		} else if best == nil || better(c, best, mover) {
			best = c
		}
	}
	if best != nil && (!undecided || best.end == winOf(mover) || i == 0 && best.end == t.sure) {
		t.decide(i, best.end, best.plies)
	}
}

// better tells which of two actions is to be played: one that wins, the sooner the better; else what has been looked at
// most; what loses only if there is nothing else, and then late.
func better(a, b *node, mover board.Color) bool {
	x, y := sign(mover)*a.end.value(), sign(mover)*b.end.value()
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

// next is the child that a playout goes to.
func (t *tree) next(n *node) *node {
	mover := t.now.state.Position.Turn
	children := t.nodes.children(n)
	s := t.selector(n, children, mover)
	best, most := &children[0], math.Inf(-1)
	for i := range children {
		if score := s.score(i); score > most {
			best, most = &children[i], score
		}
	}
	return best
}
