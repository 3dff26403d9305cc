package search

import (
	"context"
	"sync/atomic"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

const (
	maxPly       = 96
	pollInterval = 1024 // nodes between two looks at the clock and the context
)

// scoredMove is a move's score in the order (higher ones first) and its index in the generated list.
type scoredMove struct{ score, index int32 }

// A frame is what the search keeps for one ply of the present path.
type frame struct {
	pos             board.Position
	counters        board.Counters
	repetitionStart int // index in keys of the first position that this one can repeat
	moves           []board.Move
	scoredMoves     []scoredMove
	pv              []board.Move
	killers         [2]board.Move
	inProbCut       bool // a shallower search runs that may save the deeper one
}

// A worker is the state of one goroutine's search.
type worker struct {
	opts    Options
	tt      *transpositionTable // shared by all workers
	frames  [maxPly + 2]frame
	history [2][32][32]int32

	rules              board.DrawRules
	keys               []uint64 // hashes of the positions of the game, then of the path
	rootIndex          int      // index of the root in keys
	gameRepeatedAtRoot bool     // a position that can come again has already stood twice

	ctx       context.Context
	start     time.Time
	timeLimit time.Duration
	nodeLimit int64
	nodes     int64
	answered  *atomic.Bool // set when the first worker has its answer; nil in the first worker
	stopped   bool
	report    func(engine.Answer) // called after every iteration; may be nil
}

// visitNode counts a node and reports whether the search must stop.
func (w *worker) visitNode() (stop bool) {
	if w.stopped || w.nodeLimit > 0 && w.nodes >= w.nodeLimit {
		w.stopped = true
		return true
	}
	w.nodes++
	if w.nodes%pollInterval == 0 {
		w.stopped = w.ctx.Err() != nil ||
			w.timeLimit > 0 && time.Since(w.start) >= w.timeLimit ||
			w.answered != nil && w.answered.Load()
	}
	return w.stopped
}
