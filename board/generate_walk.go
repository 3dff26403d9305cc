package board

import "slices"

// A walk records every point of the captures of one piece.
type walk struct {
	captor
	paths bool // find every landing sequence instead of every move
	// Where the capture may stand, each pair of square and captured set once. The first few have room here, so that
	// hardly any capture allocates.
	near  [24]Step
	nears int
	far   []Step
}

// A Step is a point on the way of a capture: the piece from From stands on At and has captured these so far. Ends
// tells that the capture may end here; then it must.
type Step struct {
	From, At Square
	Captured Bits
	Ends     bool
}

// appendWalk appends the captures as a walk finds them.
func (c captor) appendWalk(list []Move) []Move {
	w := walk{captor: c}
	w.follow(c.from, c.king, 0)
	return w.appendEnds(list)
}

// appendPaths appends the captures of the given pieces, each landing sequence for itself.
func (p Position) appendPaths(list []Move, capturers Bits) []Move {
	for ; capturers != 0; capturers &= capturers - 1 {
		w := walk{captor: p.captor(capturers.first()), paths: true}
		w.follow(w.from, w.king, 0)
		list = w.appendEnds(list)
	}
	return list
}

func (w *walk) appendEnds(list []Move) []Move {
	for _, steps := range [][]Step{w.near[:w.nears], w.far} {
		for _, step := range steps {
			if step.Ends {
				list = append(list, Move{From: step.From, To: step.At, Captured: step.Captured})
			}
		}
	}
	return list
}

// CaptureSteps lists every point of every legal capture, the squares where they begin left out.
func (p Position) CaptureSteps() []Step {
	var all []Step
	for capturers := p.capturers(); capturers != 0; capturers &= capturers - 1 {
		w := walk{captor: p.captor(capturers.first())}
		w.follow(w.from, w.king, 0)
		all = append(append(all, w.near[:w.nears]...), w.far...)
	}
	return all
}

// follow records every point that follows the piece on at with these captured.
func (w *walk) follow(at Square, king bool, captured Bits) {
	for d := range directions {
		target, lands := w.jump(d, at, king, captured)
		if target == 0 {
			continue
		}
		taken := captured | target
		going := w.going(lands, king, taken)
		ends := going == 0
		if !ends {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			step := Step{From: w.from, At: lands.first(), Captured: taken, Ends: ends}
			if w.record(step) && !ends {
				w.follow(step.At, king || step.At.Bit()&w.last != 0, taken)
			}
		}
	}
}

// record keeps a step that has not been seen yet: whatever follows depends on nothing but the square and the captured
// set.
func (w *walk) record(step Step) bool {
	if !w.paths && (slices.Contains(w.near[:w.nears], step) || slices.Contains(w.far, step)) {
		return false
	}
	if w.nears < len(w.near) {
		w.near[w.nears] = step
		w.nears++
	} else {
		w.far = append(w.far, step)
	}
	return true
}
