package net

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"crownhead/engine/adam"
)

// A Trainer changes a net by the gradients of its learners.
type Trainer struct {
	Config     adam.Config
	net        *Net
	backward   *backwardLayers
	steps      int
	parameters []parameter // of each layer its weights, then its bias
}

// A parameter is one array that is learnt: the weights or the bias of a layer.
type parameter struct {
	layer    *layer
	bias     bool
	gradient []float32
	moments  adam.Moments
}

// numbers are the weights or the bias.
func (p parameter) numbers() []float32 {
	if p.bias {
		return p.layer.bias
	}
	return p.layer.weight
}

// NewTrainer returns a trainer of a compact net. Nobody else may use the net during [Trainer.Step];
// play meanwhile with a copy, made by [Net.Encode] and [Read].
func NewTrainer(n *Net, c adam.Config) (*Trainer, error) {
	body, ok := n.body.(*compactNet)
	if !ok {
		return nil, errNoBackward
	}
	t := &Trainer{Config: c, net: n, backward: newBackwardLayers(body)}
	for _, l := range body.layers() {
		for _, bias := range []bool{false, true} {
			p := parameter{layer: l, bias: bias}
			size := len(p.numbers())
			p.gradient, p.moments = make([]float32, size), adam.NewMoments(size)
			t.parameters = append(t.parameters, p)
		}
	}
	return t, nil
}

// Learner returns a new Learner for one goroutine.
func (t *Trainer) Learner() *Learner { return newLearner(t.backward) }

// Step moves the weights against the mean gradient of all that the learners have learnt since the
// last step, and returns the summed loss. Without an example nothing changes.
func (t *Trainer) Step(learners ...*Learner) Loss {
	var loss Loss
	for _, l := range learners {
		loss = loss.Plus(l.loss)
	}
	if loss.Examples == 0 {
		return loss
	}
	norm := 0.0
	for i, p := range t.parameters {
		for _, l := range learners[1:] {
			l.grads[i/2].mergeInto(learners[0].grads[i/2], p.bias)
		}
		learners[0].grads[i/2].drainInto(p.gradient, p.bias, 1/float32(loss.Examples))
		norm += squaredNorm(p.gradient)
	}
	scale := 1.0
	if norm = math.Sqrt(norm); t.Config.Clip > 0 && norm > t.Config.Clip {
		scale = t.Config.Clip / norm
	}
	t.steps++
	for _, p := range t.parameters {
		config := t.Config
		if p.bias {
			config.Decay = 0
		}
		adam.Update(config, t.steps, p.numbers(), p.gradient, p.moments, scale)
	}
	for _, l := range learners {
		l.loss = Loss{}
	}
	t.net.packWeights()
	t.backward.transposeWeights()
	return loss
}

func squaredNorm(list []float32) float64 {
	sum := 0.0
	for _, x := range list {
		sum += float64(x) * float64(x)
	}
	return sum
}

// trainerFormat is the format that a trainer's file names in its metadata.
const trainerFormat = "crownhead trainer 1"

// Encode writes the optimizer's moments as a file. With the net in single precision it is all that
// a training needs to go on as if it had never stopped.
func (t *Trainer) Encode() ([]byte, error) {
	var list []tensor
	for _, p := range t.momentTensors() {
		part, err := encodeTensor(p.name, Single, p.shape, p.numbers)
		if err != nil {
			return nil, fmt.Errorf("net: writing a trainer: %w", err)
		}
		list = append(list, part)
	}
	file, err := writeTensors(map[string]string{"format": trainerFormat, "steps": strconv.Itoa(t.steps)}, list)
	if err != nil {
		return nil, fmt.Errorf("net: writing a trainer: %w", err)
	}
	return file, nil
}

// Restore takes over the moments of another trainer of a net of this size. After an error the
// trainer has its own moments.
func (t *Trainer) Restore(file []byte) error {
	if err := t.restoreMoments(file); err != nil {
		return fmt.Errorf("net: reading a trainer: %w", err)
	}
	return nil
}

func (t *Trainer) restoreMoments(file []byte) error {
	metadata, tensors, err := readTensors(file)
	if err != nil {
		return err
	}
	if metadata["format"] != trainerFormat {
		return fmt.Errorf("the header's format is %q, want %q: not a trainer's file, or of another version",
			metadata["format"], trainerFormat)
	}
	steps, err := parseInt(metadata, "steps")
	if err != nil {
		return err
	}
	moments := t.momentTensors()
	fresh := slices.Clone(moments)
	for i, p := range moments {
		fresh[i].numbers = make([]float32, len(p.numbers))
	}
	if err := decodeTensors(fresh, tensors); err != nil {
		return err
	}
	t.steps = steps
	for i, p := range moments {
		copy(p.numbers, fresh[i].numbers)
	}
	return nil
}

// momentTensors lists the optimizer's moments, in the order of files.
func (t *Trainer) momentTensors() []parameterTensor {
	var list []parameterTensor
	for i, p := range t.net.parameterTensors() {
		m := t.parameters[i].moments
		list = append(list,
			parameterTensor{name: p.name + ".mean", shape: p.shape, numbers: m.First},
			parameterTensor{name: p.name + ".squares", shape: p.shape, numbers: m.Second})
	}
	return list
}
