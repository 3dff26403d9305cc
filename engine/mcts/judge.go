package mcts

import (
	"math"

	"crownhead/board"
	"crownhead/engine/endgame"
	"crownhead/engine/net"
)

// What a win by the tables is worth that the draw counts may yet prevent, and how much less with every ply that it takes: of two
// such wins the shorter one is to be played.
const (
	likely = 0.98
	perPly = 0.002
)

// thirdTime is how often a position stands that draws.
const thirdTime = 3

// judge says what White expects of the walk's state, whose node has no children, and gives it some, or a verdict. The root gets children in any
// case: a move is wanted there.
func (t *tree) judge(n *node, w *walk, root bool) float64 {
	s := &w.state
	t.legal = s.AppendActions(t.legal[:0])
	if len(t.legal) == 0 {
		return t.certain(winOf(s.Position.Turn.Other()), 0)
	}
	if !root && t.drawnByRule(s) {
		return t.certain(drawn, 0)
	}
	if end, result, distance, sure := t.tabled(w); end != open {
		if sure && !root {
			return t.certain(end, distance)
		}
		t.rankByTables(w, result)
		t.expand(n)
		if sure {
			return end.value()
		}
		return (likely - perPly*float64(distance)) * end.value()
	}
	value := float64(t.evaluator.Evaluate(s, &t.logits))
	t.evaluations++
	t.priors = t.priors[:len(t.legal)]
	net.Priors(&t.logits, t.legal, t.priors)
	t.expand(n)
	return value * sign(s.Position.Turn)
}

// drawnByRule tells whether the game ends here.
func (t *tree) drawnByRule(s *net.State) bool {
	return !s.Capturing() && (s.Repetitions >= thirdTime || s.Counters.Due(s.Rules) != "")
}

// certain is the verdict of the state at the path's end.
func (t *tree) certain(end verdict, plies int) float64 {
	t.decide(len(t.path)-1, end, uint16(plies))
	return end.value()
}

// expand gives a node children, one for each legal action. A tree that is full stays as it is.
func (t *tree) expand(n *node) {
	first, ok := t.nodes.block(len(t.legal))
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

// tabled is what the tables say of a walk's state, and whether that is sure by the rules: then no count can be full before the
// win, and no position on the way stand for the third time. It is open if they know nothing. Captures are played out by the search.
func (t *tree) tabled(w *walk) (end verdict, r endgame.Result, distance int, sure bool) {
	tables, s := t.opts.Endings, &w.state
	if tables == nil || s.Position.Occupied().Len() > tables.Pieces() || s.Position.CanCapture() {
		return open, endgame.Unknown, 0, false
	}
	r, distance, _ = tables.Probe(s.Position)
	fits := !w.worn && distance <= s.Counters.Free(s.Rules)
	switch mover := s.Position.Turn; r {
	case endgame.Win:
		return winOf(mover), r, distance, fits
	case endgame.Loss:
		return winOf(mover.Other()), r, distance, fits
	case endgame.Draw:
		return drawn, r, 0, true
	}
	return open, r, 0, false
}

// A way that takes so many plies more is half as likely: the winner has no time to lose where the counts may be full. One that
// gives the result away is hardly likely. Where the tables know of none, for their files have gone, all are alike.
const (
	winnersHalving = 0.5
	losersHalving  = 4
	givesAway      = 1e-4
	unranked       = -1000 // less than any distance comes to
)

// rankByTables makes priors of what the tables know of the moves of a state whose result they know: the winner's shortest way and
// the loser's longest come first.
func (t *tree) rankByTables(w *walk, r endgame.Result) {
	t.priors = t.priors[:len(t.legal)]
	best := float64(unranked)
	for i, a := range t.legal {
		next := w.state.Play(board.Move{From: a.From(), To: a.To()})
		reply, distance, ok := t.opts.Endings.Probe(next.Position)
		rank := float64(unranked)
		switch {
		case !ok:
		case r == endgame.Draw && reply == endgame.Draw:
			rank = 0
		case r == endgame.Win && reply == endgame.Loss:
			rank = -float64(distance) / winnersHalving
		case r == endgame.Loss && reply == endgame.Win:
			rank = float64(distance) / losersHalving
		}
		best = max(best, rank)
		t.priors[i] = float32(rank)
	}
	sum := float32(0)
	for i, rank := range t.priors {
		t.priors[i] = max(givesAway, float32(math.Exp2(float64(rank)-best)))
		sum += t.priors[i]
	}
	for i := range t.priors {
		t.priors[i] /= sum
	}
}

func winOf(c board.Color) verdict {
	if c == board.White {
		return whiteWins
	}
	return blackWins
}

// sign turns values for White into values for a side, and back.
func sign(c board.Color) float64 {
	if c == board.White {
		return 1
	}
	return -1
}
