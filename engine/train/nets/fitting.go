package nets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"crownhead/engine/net"
	"crownhead/engine/train/store"
)

// learners is into how many parts a batch is divided. It has nothing to do with how many are worked on at a time, so that
// sums come out alike on any number of cores.
const learners = 4

// points is how often in its course a fit is measured and kept.
const points = 20

// warming is how many steps a fit takes to come to its full rate, while Adam learns how large gradients are.
const warming = 100

// A Point is what a fit has come to.
type Point struct {
	Step   int     `json:"step"`
	Policy float64 `json:"policy"` // mean losses of what was learnt from since the point before
	Value  float64 `json:"value"`
	Held   Exam    `json:"held"` // of examples that were held out
}

// A fitting is a fit in its course. It goes on where its file ends.
type fitting struct {
	fitHeader
	file string
	plan Plan
	examples
	workers int
	told    func(part float64, note string)

	net      *net.Net
	trainer  *net.Trainer
	learners []*net.Learner
	since    net.Loss // added up since the last point
	order    []int    // in which the present epoch goes through the examples
	epoch    int      // the present one, −1 before the first
}

// A fitHeader is what a fit's file says of it. The net and Adam's memory follow, each as a file of its own.
type fitHeader struct {
	Format int     `json:"crownhead_net_fit"`
	Of     string  `json:"of"` // what was to be learnt by whom: a fit of something else is not taken up
	Step   int     `json:"step"`
	Steps  int     `json:"steps"`
	Curve  []Point `json:"curve"`
	Net    int     `json:"net"` // bytes
}

const fitFormat = 1

// newFitting prepares a fit of a net, which becomes the fit's own.
func newFitting(file string, p Plan, n *net.Net, e examples) (*fitting, error) {
	f := &fitting{file: file, plan: p, examples: e, workers: 1, net: n, epoch: -1, told: func(float64, string) {}}
	begun, err := n.Encode(net.Single)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	f.fitHeader = fitHeader{Format: fitFormat, Of: digest(fmt.Appendf(begun, "%+v %d %d", p, len(e.train), len(e.held)))}
	f.Steps = max(points, int(p.Passes*float64(e.fresh))/f.batch())
	return f, f.equip()
}

// equip gives the net a trainer and learners.
func (f *fitting) equip() (err error) {
	if f.trainer, err = net.NewTrainer(f.net, net.DefaultAdam); err != nil {
		return fmt.Errorf("nets: %w", err)
	}
	f.trainer.Adam.Decay = f.plan.Decay
	f.learners = nil
	for range learners {
		f.learners = append(f.learners, f.trainer.Learner())
	}
	return nil
}

// run goes on until all steps are made. It tells how many examples it has seen now.
func (f *fitting) run(ctx context.Context) (made int, err error) {
	if err := f.resume(); err != nil {
		f.told(0, err.Error()+"; the fit begins anew")
	}
	if len(f.Curve) == 0 {
		f.mark()
	}
	for f.Step < f.Steps {
		if ctx.Err() != nil {
			return made, ctx.Err()
		}
		f.advance()
		made += f.batch()
		if f.Step*points/f.Steps != (f.Step-1)*points/f.Steps {
			f.mark()
			if err := f.keep(); err != nil {
				return made, fmt.Errorf("nets: keeping the fit: %w", err)
			}
			f.told(float64(f.Step)/float64(f.Steps), "")
		}
	}
	return made, nil
}

// batch is the size of batches; small windows have small ones.
func (f *fitting) batch() int { return min(f.plan.Batch, len(f.train)) }

// advance makes a step.
func (f *fitting) advance() {
	size := f.batch()
	each := len(f.train) / size
	if epoch := f.Step / each; epoch != f.epoch {
		f.epoch = epoch
		f.order = rand.New(rand.NewPCG(f.plan.Seed, uint64(epoch))).Perm(len(f.train))
	}
	first := f.Step % each * size
	batch := f.order[first : first+size]
	parallel(f.workers, func(k int) {
		for _, i := range part(batch, k) {
			f.learners[k].Learn(&f.train[i])
		}
	})
	f.trainer.Adam.Rate = f.rate()
	loss := f.trainer.Step(f.learners...)
	f.since = f.since.Plus(loss)
	f.Step++
}

// rate rises at first, and then falls like half a wave.
func (f *fitting) rate() float64 {
	rise := math.Min(1, float64(f.Step+1)/warming)
	return rise * f.plan.Rate * (1 + math.Cos(math.Pi*float64(f.Step)/float64(f.Steps))) / 2
}

// mark measures how far the fit is.
func (f *fitting) mark() {
	n := math.Max(1, float64(f.since.Examples))
	f.Curve = append(f.Curve, Point{Step: f.Step, Policy: f.since.Policy / n, Value: f.since.Value / n, Held: examine(f.net, f.held, f.workers)})
	f.since = net.Loss{}
}

// keep writes the fit's file.
func (f *fitting) keep() error {
	weights, err := f.net.Encode(net.Single)
	if err != nil {
		return err
	}
	memory, err := f.trainer.Encode()
	if err != nil {
		return err
	}
	f.Net = len(weights)
	return store.Write(f.file, f.fitHeader, append(weights, memory...))
}

// resume takes up the fit's file, if there is one.
func (f *fitting) resume() error {
	var h fitHeader
	payload, err := store.Read(f.file, &h)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("nets: %w", err)
	case h.Format != fitFormat || h.Of != f.Of || h.Steps != f.Steps:
		return fmt.Errorf("nets: %s is the state of another fit", f.file)
	case h.Step < 0 || h.Step > h.Steps || len(h.Curve) == 0:
		return fmt.Errorf("nets: %s: %w: step %d of %d, with %d points", f.file, store.ErrTorn, h.Step, h.Steps, len(h.Curve))
	case h.Net < 0 || h.Net > len(payload):
		return fmt.Errorf("nets: %s: %w: %d bytes, of which %d are a net", f.file, store.ErrTorn, len(payload), h.Net)
	}
	return f.restore(h, payload)
}

func (f *fitting) restore(h fitHeader, payload []byte) error {
	begun := f.net
	n, err := net.Read(payload[:h.Net])
	if err == nil {
		f.net = n
		if err = f.equip(); err == nil {
			err = f.trainer.Restore(payload[h.Net:])
		}
	}
	if err != nil {
		f.net = begun
		return errors.Join(fmt.Errorf("nets: %s: %w", f.file, err), f.equip())
	}
	f.fitHeader = h
	return nil
}
