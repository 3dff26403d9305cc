package live

import (
	"context"

	"crownhead/robot"
)

// A Thinker answers a request. When ctx is cancelled it returns soon with the best that it has.
type Thinker func(ctx context.Context, r robot.EngineRequest) (robot.EngineAnswer, error)

// A Ponderer thinks about a game in which the visitor is to move, in preparation for the next request. It
// returns soon when ctx is cancelled.
type Ponderer func(ctx context.Context, r robot.EngineRequest)

// An engineWorker runs the engine in a goroutine of its own, one job after the other; a new job cancels the one
// before. Only runJobs runs in that goroutine. The other methods are for the daemon's loop.
type engineWorker struct {
	think   Thinker
	ponder  Ponderer
	jobs    chan engineJob
	results chan engineResult
	id      int // of the newest job
	cancel  context.CancelFunc
}

// An engineJob is a request with the context that cancels it.
type engineJob struct {
	robot.EngineRequest
	ctx    context.Context
	id     int
	ponder bool // no answer is wanted
}

// An engineResult is the answer to a job.
type engineResult struct {
	answer robot.EngineAnswer
	err    error
	id     int // of the job
}

func newEngineWorker(think Thinker, ponder Ponderer) *engineWorker {
	return &engineWorker{
		think: think, ponder: ponder,
		jobs: make(chan engineJob, 1), results: make(chan engineResult), cancel: func() {},
	}
}

// submitJob makes a job the newest one, in place of the one before.
func (w *engineWorker) submitJob(ctx context.Context, j engineJob) {
	w.cancelJob()
	j.id = w.id
	j.ctx, w.cancel = context.WithCancel(ctx)
	select { // a job that has not been started yet is out of date
	case <-w.jobs:
	default:
	}
	w.jobs <- j
}

// cancelJob cancels the newest job. Its result, if it still comes, is not current any more.
func (w *engineWorker) cancelJob() {
	w.cancel()
	w.id++
}

// isCurrent reports whether a result is that of the newest job.
func (w *engineWorker) isCurrent(got engineResult) bool { return got.id == w.id }

// runJobs runs jobs until ctx ends.
func (w *engineWorker) runJobs(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-w.jobs:
			if j.ponder {
				w.ponder(j.ctx, j.EngineRequest)
				continue
			}
			answer, err := w.think(j.ctx, j.EngineRequest)
			select {
			case w.results <- engineResult{answer, err, j.id}:
			case <-ctx.Done():
				return
			}
		}
	}
}
