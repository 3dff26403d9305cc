package live

import (
	"context"

	"crownhead/robot"
)

// A Thinker answers a request; when ctx is cancelled it returns soon with the best it has.
type Thinker func(ctx context.Context, r robot.Request) (robot.Answer, error)

// A Ponderer thinks about a game in which the visitor is to move, for the sake of the next request; it returns soon when ctx is
// cancelled.
type Ponderer func(ctx context.Context, r robot.Request)

// A thinking runs one request after the other in a goroutine of its own. All its methods but run belong to the loop.
type thinking struct {
	think  Thinker
	idly   Ponderer
	jobs   chan job
	done   chan thought
	id     int // of the newest job
	cancel context.CancelFunc
}

// A job is a request with the context that calls it off.
type job struct {
	robot.Request
	ctx  context.Context
	id   int
	idle bool // no answer is wanted
}

// A thought is what came of a job.
type thought struct {
	answer robot.Answer
	err    error
	id     int
}

func newThinking(think Thinker, idly Ponderer) *thinking {
	return &thinking{think: think, idly: idly, jobs: make(chan job, 1), done: make(chan thought), cancel: func() {}}
}

// ask takes up a request in place of the one before.
func (t *thinking) ask(ctx context.Context, r robot.Request) { t.take(ctx, job{Request: r}) }

// ponder lets the engine think about what it may be asked next, until something else is asked for.
func (t *thinking) ponder(ctx context.Context, r robot.Request) {
	t.take(ctx, job{Request: r, idle: true})
}

func (t *thinking) take(ctx context.Context, j job) {
	t.drop()
	j.id = t.id
	j.ctx, t.cancel = context.WithCancel(ctx)
	select { // one that nobody has begun yet is out of date
	case <-t.jobs:
	default:
	}
	t.jobs <- j
}

// drop calls off what is being thought about.
func (t *thinking) drop() {
	t.cancel()
	t.id++
}

// wanted tells whether a thought is that of the newest job.
func (t *thinking) wanted(got thought) bool { return got.id == t.id }

// run does jobs until ctx ends.
func (t *thinking) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-t.jobs:
			if j.idle {
				t.idly(j.ctx, j.Request)
				continue
			}
			answer, err := t.think(j.ctx, j.Request)
			select {
			case t.done <- thought{answer, err, j.id}:
			case <-ctx.Done():
				return
			}
		}
	}
}
