package search

const (
	probDepth  = 4 // less deep there is nothing to save
	probMargin = 8 // hundredths of a man for each ply of depth
)

// probable tells whether the position at ply is all but certain to lie beyond the null window, on which side, because a search of
// half the depth finds it a margin beyond (M. Buro's ProbCut). Only where nothing is to be captured does the shallower
// search say enough.
func (t *tree) probable(ply, depth, alpha, beta int) (score, relies int, certain bool) {
	f := &t.frames[ply]
	if !t.opts.ProbCut || depth < probDepth || beta-alpha > 1 || f.probing || max(beta, -alpha) > nearScore || f.pos.CanCapture() {
		return 0, 0, false
	}
	f.probing = true
	defer func() { f.probing = false }()
	margin := probMargin * depth
	if s, by := t.search(ply, depth/2, beta+margin-1, beta+margin); t.stopped || s >= beta+margin {
		return beta, by, true
	}
	s, by := t.search(ply, depth/2, alpha-margin, alpha-margin+1)
	return alpha, by, t.stopped || s <= alpha-margin
}
