package board

import "slices"

// A captureWalk records every step of the captures of one piece.
type captureWalk struct {
	capturer
	everyPath bool // find every landing sequence instead of every move
	// The steps found, each pair of square and captured set once. The first few have room here, so that hardly any
	// capture allocates.
	inline      [24]Step
	inlineCount int
	overflow    []Step
}

// A Step is a point on the way of a capture: the piece from From stands on At and has captured these so far.
// Ends is set where the capture may end; then it must.
type Step struct {
	From, At Square
	Captured Bits
	Ends     bool
}

// appendWalkCaptures appends all captures of the piece, found by a walk.
func (c capturer) appendWalkCaptures(list []Move) []Move {
	w := captureWalk{capturer: c}
	w.recordStepsFrom(c.from, c.king, 0)
	return w.appendEndMoves(list)
}

// appendCapturePaths appends the captures of the given pieces, one for each sequence of landing squares.
func (p Position) appendCapturePaths(list []Move, capturers Bits) []Move {
	for ; capturers != 0; capturers &= capturers - 1 {
		w := captureWalk{capturer: p.capturerOn(capturers.lowest()), everyPath: true}
		w.recordStepsFrom(w.from, w.king, 0)
		list = w.appendEndMoves(list)
	}
	return list
}

func (w *captureWalk) appendEndMoves(list []Move) []Move {
	for _, steps := range [][]Step{w.inline[:w.inlineCount], w.overflow} {
		for _, step := range steps {
			if step.Ends {
				list = append(list, Move{From: step.From, To: step.At, Captured: step.Captured})
			}
		}
	}
	return list
}

// CaptureSteps lists every step of every legal capture, except the squares where they begin.
func (p Position) CaptureSteps() []Step {
	var all []Step
	for capturers := p.findCapturers(); capturers != 0; capturers &= capturers - 1 {
		w := captureWalk{capturer: p.capturerOn(capturers.lowest())}
		w.recordStepsFrom(w.from, w.king, 0)
		all = append(append(all, w.inline[:w.inlineCount]...), w.overflow...)
	}
	return all
}

// recordStepsFrom records every step that follows when the piece stands on at and has captured these.
func (w *captureWalk) recordStepsFrom(at Square, king bool, captured Bits) {
	for d := range directions {
		target, lands := w.findJump(d, at, king, captured)
		if target == 0 {
			continue
		}
		taken := captured | target
		going := w.findContinuations(lands, king, taken)
		ends := going == 0
		if !ends {
			lands = going
		}
		for ; lands != 0; lands &= lands - 1 {
			step := Step{From: w.from, At: lands.lowest(), Captured: taken, Ends: ends}
			if w.recordStep(step) && !ends {
				w.recordStepsFrom(step.At, king || step.At.Bit()&w.promotionRank != 0, taken)
			}
		}
	}
}

// recordStep keeps a step and reports whether it is new. What follows a step depends only on the square and the
// captured set, so a known step need not be followed again.
func (w *captureWalk) recordStep(step Step) bool {
	if !w.everyPath && (slices.Contains(w.inline[:w.inlineCount], step) || slices.Contains(w.overflow, step)) {
		return false
	}
	if w.inlineCount < len(w.inline) {
		w.inline[w.inlineCount] = step
		w.inlineCount++
	} else {
		w.overflow = append(w.overflow, step)
	}
	return true
}
