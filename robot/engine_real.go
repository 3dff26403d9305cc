package robot

import "context"

// A Thinker answers a request; when ctx is cancelled it returns soon with the best it has.
type Thinker func(ctx context.Context, r Request) (Answer, error)

// A thinking runs one request after the other in a goroutine of its own. All its methods but run belong to the loop.
type thinking struct {
	think  Thinker
	jobs   chan job
	done   chan thought
	id     int // of the newest job
	cancel context.CancelFunc
}

// A job is a request with the context that calls it off.
type job struct {
	Request
	ctx context.Context
	id  int
}

// A thought is what came of a job.
type thought struct {
	answer Answer
	err    error
	id     int
}

func newThinking(think Thinker) *thinking {
	return &thinking{think: think, jobs: make(chan job, 1), done: make(chan thought), cancel: func() {}}
}

// ask takes up a request in place of the one before.
func (t *thinking) ask(ctx context.Context, r Request) {
	t.drop()
	j := job{Request: r, id: t.id}
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
			answer, err := t.think(j.ctx, j.Request)
			select {
			case t.done <- thought{answer, err, j.id}:
			case <-ctx.Done():
				return
			}
		}
	}
}
