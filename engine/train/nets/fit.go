package nets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"crownhead/engine/adam"
	"crownhead/engine/net"
	"crownhead/engine/train/loop"
	"crownhead/engine/train/store"
)

// checkpoints is how often in its course a fit is measured and kept.
const checkpoints = 20

// warmupSteps is how many steps a fit takes to come to its full learning rate, while Adam learns
// how large gradients are.
const warmupSteps = 100

// A CurvePoint is what a fit has come to at a checkpoint.
type CurvePoint struct {
	Step   int            `json:"step"`
	Policy float64        `json:"policy"` // mean losses of what was learnt from since the point before
	Value  float64        `json:"value"`
	Held   HoldoutMetrics `json:"held"`
}

// A fit is the fit of a net to a replay window, in its course. It goes on from the checkpoint in its file.
type fit struct {
	fitHeader
	file string
	plan Plan
	replayWindow
	workers int
	report  func(fraction float64, note string)

	net      *net.Net
	trainer  *net.Trainer
	learners []*net.Learner
	since    net.Loss // added up since the last point
	order    []int    // in which this epoch goes through the examples
	epoch    int      // −1 before the first
}

// A fitHeader is the header of a checkpoint. The net and the optimizer's moments follow, each as a
// file of its own.
type fitHeader struct {
	Format int          `json:"crownhead_net_fit"`
	Of     string       `json:"of"` // a digest of what is learnt by which net; another fit's is not used
	Step   int          `json:"step"`
	Steps  int          `json:"steps"`
	Curve  []CurvePoint `json:"curve"`
	Net    int          `json:"net"` // bytes
}

const fitFormat = 1

// newFit prepares a fit of a net, which becomes the fit's own.
func newFit(file string, p Plan, n *net.Net, w replayWindow) (*fit, error) {
	f := &fit{file: file, plan: p, replayWindow: w, workers: 1, net: n, epoch: -1, report: func(float64, string) {}}
	begun, err := n.Encode(net.Single)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	of := digest(fmt.Appendf(begun, "%s %d %d", p.checkpointText(), len(w.train), len(w.held)))
	f.fitHeader = fitHeader{Format: fitFormat, Of: of}
	f.Steps = max(checkpoints, int(p.Passes*float64(w.fresh))/f.batchSize())
	return f, f.makeLearners()
}

// makeLearners gives the net a trainer and learners.
func (f *fit) makeLearners() (err error) {
	if f.trainer, err = net.NewTrainer(f.net, adam.Default); err != nil {
		return fmt.Errorf("nets: %w", err)
	}
	f.trainer.Config.Decay = f.plan.Decay
	f.learners = nil
	for range loop.Parts {
		f.learners = append(f.learners, f.trainer.Learner())
	}
	return nil
}

// trainToEnd goes on until all steps are made. It returns how many examples it has seen now.
func (f *fit) trainToEnd(ctx context.Context) (made int, err error) {
	if err := f.loadCheckpoint(); err != nil {
		f.report(0, err.Error()+"; the fit begins anew")
	}
	if len(f.Curve) == 0 {
		f.measurePoint()
	}
	for f.Step < f.Steps {
		if ctx.Err() != nil {
			return made, ctx.Err()
		}
		f.trainMinibatch()
		made += f.batchSize()
		if f.Step*checkpoints/f.Steps != (f.Step-1)*checkpoints/f.Steps {
			f.measurePoint()
			if err := f.saveCheckpoint(); err != nil {
				return made, fmt.Errorf("nets: saving a checkpoint of the fit: %w", err)
			}
			f.report(float64(f.Step)/float64(f.Steps), "")
		}
	}
	return made, nil
}

// batchSize is the size of minibatches; small windows have small ones.
func (f *fit) batchSize() int { return min(f.plan.Batch, len(f.train)) }

// trainMinibatch makes a step.
func (f *fit) trainMinibatch() {
	size := f.batchSize()
	each := len(f.train) / size
	if epoch := f.Step / each; epoch != f.epoch {
		f.epoch = epoch
		f.order = rand.New(rand.NewPCG(f.plan.Seed, uint64(epoch))).Perm(len(f.train))
	}
	first := f.Step % each * size
	batch := f.order[first : first+size]
	loop.ForEachPart(f.workers, func(k int) {
		for _, i := range loop.Part(batch, k) {
			f.learners[k].Learn(&f.train[i])
		}
	})
	f.trainer.Config.Rate = f.learningRate()
	loss := f.trainer.Step(f.learners...)
	f.since = f.since.Plus(loss)
	f.Step++
}

// learningRate rises linearly at first, and then falls like half a cosine.
func (f *fit) learningRate() float64 {
	rise := math.Min(1, float64(f.Step+1)/warmupSteps)
	return rise * f.plan.Rate * (1 + math.Cos(math.Pi*float64(f.Step)/float64(f.Steps))) / 2
}

// measurePoint adds a point to the curve.
func (f *fit) measurePoint() {
	n := math.Max(1, float64(f.since.Examples))
	f.Curve = append(f.Curve, CurvePoint{
		Step: f.Step, Policy: f.since.Policy / n, Value: f.since.Value / n, Held: measureHoldout(f.net, f.held,
			f.workers),
	})
	f.since = net.Loss{}
}

// saveCheckpoint writes the fit's file.
func (f *fit) saveCheckpoint() error {
	weights, err := f.net.Encode(net.Single)
	if err != nil {
		return err
	}
	moments, err := f.trainer.Encode()
	if err != nil {
		return err
	}
	f.Net = len(weights)
	return store.Write(f.file, f.fitHeader, append(weights, moments...))
}

// loadCheckpoint goes on from the fit's file, if there is one.
func (f *fit) loadCheckpoint() error {
	var h fitHeader
	payload, err := store.Read(f.file, &h)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("nets: %w", err)
	case h.Format != fitFormat || h.Of != f.Of || h.Steps != f.Steps:
		return fmt.Errorf("nets: %s is the checkpoint of another fit", f.file)
	case h.Step < 0 || h.Step > h.Steps || len(h.Curve) == 0:
		return fmt.Errorf("nets: %s: %w: step %d of %d, with %d points", f.file, store.ErrDamaged, h.Step, h.Steps,
			len(h.Curve))
	case h.Net < 0 || h.Net > len(payload):
		return fmt.Errorf("nets: %s: %w: %d bytes, of which %d are a net", f.file, store.ErrDamaged, len(payload),
			h.Net)
	}
	return f.restoreCheckpoint(h, payload)
}

// restoreCheckpoint makes the net and the trainer those of a checkpoint. After an error they are
// those of a new fit.
func (f *fit) restoreCheckpoint(h fitHeader, payload []byte) error {
	begun := f.net
	n, err := net.Read(payload[:h.Net])
	if err == nil {
		f.net = n
		if err = f.makeLearners(); err == nil {
			err = f.trainer.Restore(payload[h.Net:])
		}
	}
	if err != nil {
		f.net = begun
		return errors.Join(fmt.Errorf("nets: %s: %w", f.file, err), f.makeLearners())
	}
	f.fitHeader = h
	return nil
}
