package search

const (
	probDepth  = 4 // less deep there is nothing to save
	probMargin = 8 // hundredths of a man for each ply of depth
)

// probable tells whether the position at ply is all but certain to reach beta, because a search of half the depth finds it a
// margin above that (M. Buro's ProbCut). Only where nothing is to be captured does the shallower search say enough.
func (t *tree) probable(ply, depth, beta int, null bool) (relies int, certain bool) {
	f := &t.frames[ply]
	if !t.opts.ProbCut || depth < probDepth || !null || f.probing || beta > nearScore || beta < -nearScore || f.pos.CanCapture() {
		return 0, false
	}
	bound := beta + probMargin*depth
	f.probing = true
	score, relies := t.search(ply, depth/2, bound-1, bound)
	f.probing = false
	return relies, t.stopped || score >= bound
}
