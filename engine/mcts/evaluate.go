package mcts

import (
	"math"

	"crownhead/board"
	"crownhead/engine/endgame"
	"crownhead/engine/net"
)

// A win by the tables that the draw counters may spoil (a "cursed" win) is worth a little less than
// one, and less with every ply that it takes: of two such wins the shorter one is played.
const (
	cursedWin       = 0.98
	cursedWinPerPly = 0.002
)

// thirdTime is how often a position must stand to be a draw.
const thirdTime = 3

// evaluateLeaf returns White's value of a state whose node has no children, and gives the node
// children, or a proven result. The root gets children in any case: a move is needed there.
func (t *tree) evaluateLeaf(n *node, leaf *pathState, root bool) float64 {
	s := &leaf.state
	t.legal = s.AppendActions(t.legal[:0])
	if len(t.legal) == 0 {
		return t.proveLeaf(winFor(s.Position.Turn.Other()), 0)
	}
	if !root && t.drawnByRule(s) {
		return t.proveLeaf(drawn, 0)
	}
	if end, result, distance, proven := t.probeTables(leaf); end != unproven {
		if proven && !root {
			return t.proveLeaf(end, distance)
		}
		t.rankByTables(leaf, result)
		t.expandNode(n)
		if proven {
			return end.value()
		}
		return (cursedWin - cursedWinPerPly*float64(distance)) * end.value()
	}
	value := float64(t.evaluator.Evaluate(s, &t.logits))
	t.evaluations++
	t.priors = t.priors[:len(t.legal)]
	net.Priors(&t.logits, t.legal, t.priors)
	t.expandNode(n)
	return value * signFor(s.Position.Turn)
}

// drawnByRule reports whether the game ends here.
func (t *tree) drawnByRule(s *net.State) bool {
	return !s.Capturing() && (s.Repetitions >= thirdTime || s.Counters.Due(s.Rules) != "")
}

// proveLeaf gives the node at the path's end a proven result, and returns its value.
func (t *tree) proveLeaf(end provenResult, plies int) float64 {
	t.proveNode(len(t.path)-1, end, uint16(plies))
	return end.value()
}

// expandNode gives a node children, one for each legal action. A tree that is full stays as it is.
func (t *tree) expandNode(n *node) {
	first, ok := t.nodes.allocate(len(t.legal))
	if !ok {
		t.full = true
		return
	}
	n.first, n.count = first, uint8(len(t.legal))
	children := t.nodes.children(n)
	for i, a := range t.legal {
		children[i] = node{action: a, prior: t.priors[i]}
	}
}

// probeTables returns what the tables say of a state, and whether the draw rules prove it, too: no
// counter runs out before the win, and no position on the way can stand for the third time. The
// result is unproven if the tables know nothing. Captures are played out by the search.
func (t *tree) probeTables(leaf *pathState) (end provenResult, r endgame.Result, distance int, proven bool) {
	tables, s := t.opts.Endings, &leaf.state
	if tables == nil || s.Position.Occupied().Len() > tables.Pieces() || s.Position.CanCapture() {
		return unproven, endgame.Unknown, 0, false
	}
	r, distance, _ = tables.Probe(s.Position)
	fits := !leaf.repeated && distance <= s.Counters.MinPliesToDraw(s.Rules)
	switch mover := s.Position.Turn; r {
	case endgame.Win:
		return winFor(mover), r, distance, fits
	case endgame.Loss:
		return winFor(mover.Other()), r, distance, fits
	case endgame.Draw:
		return drawn, r, 0, true
	}
	return unproven, r, 0, false
}

// A move that takes longer by these plies has half the prior: the winner has no time to lose where
// a counter may run out. A move that gives the result away has hardly any. Where the tables know no
// move, because their files have gone, all are alike.
const (
	winnerHalving = 0.5
	loserHalving  = 4
	minPrior      = 1e-4
	unranked      = -1000 // less than any distance comes to
)

// rankByTables sets the priors of a state whose result the tables know: the winner's shortest way
// and the loser's longest come first.
func (t *tree) rankByTables(leaf *pathState, r endgame.Result) {
	t.priors = t.priors[:len(t.legal)]
	best := float64(unranked)
	for i, a := range t.legal {
		next := leaf.state.ApplyMove(board.Move{From: a.From(), To: a.To()})
		reply, distance, ok := t.opts.Endings.Probe(next.Position)
		rank := float64(unranked)
		switch {
		case !ok:
		case r == endgame.Draw && reply == endgame.Draw:
			rank = 0
		case r == endgame.Win && reply == endgame.Loss:
			rank = -float64(distance) / winnerHalving
		case r == endgame.Loss && reply == endgame.Win:
			rank = float64(distance) / loserHalving
		}
		best = max(best, rank)
		t.priors[i] = float32(rank)
	}
	sum := float32(0)
	for i, rank := range t.priors {
		t.priors[i] = max(minPrior, float32(math.Exp2(float64(rank)-best)))
		sum += t.priors[i]
	}
	for i := range t.priors {
		t.priors[i] /= sum
	}
}
