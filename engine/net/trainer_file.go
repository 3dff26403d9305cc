package net

import (
	"fmt"
	"slices"
	"strconv"
)

// trainerFormat is what the metadata of a trainer's file says that it is.
const trainerFormat = "crownhead trainer 1"

// Encode is what Adam remembers, as a file. With the net in single precision it is all that a training needs to go on as if
// it had never stopped.
func (t *Trainer) Encode() ([]byte, error) {
	var list []tensor
	for _, p := range t.memory() {
		part, err := newTensor(p.name, Single, p.shape, p.numbers)
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

// Restore takes over what the trainer of such a net remembered. After an error the trainer remembers what it did before.
func (t *Trainer) Restore(file []byte) error {
	if err := t.restore(file); err != nil {
		return fmt.Errorf("net: reading a trainer: %w", err)
	}
	return nil
}

func (t *Trainer) restore(file []byte) error {
	metadata, tensors, err := readTensors(file)
	if err != nil {
		return err
	}
	if metadata["format"] != trainerFormat {
		return fmt.Errorf("the header's format is %q, want %q: not a trainer's file, or of another version", metadata["format"], trainerFormat)
	}
	steps, err := readInt(metadata, "steps")
	if err != nil {
		return err
	}
	memory := t.memory()
	fresh := slices.Clone(memory)
	for i, p := range memory {
		fresh[i].numbers = make([]float32, len(p.numbers))
	}
	if err := fillParts(fresh, tensors); err != nil {
		return err
	}
	t.steps = steps
	for i, p := range memory {
		copy(p.numbers, fresh[i].numbers)
	}
	return nil
}

// memory lists what Adam remembers, in the order of files.
func (t *Trainer) memory() []part {
	var list []part
	for i, p := range t.net.parts() {
		m := t.parameters[i].moments
		list = append(list,
			part{name: p.name + ".mean", shape: p.shape, numbers: m.First},
			part{name: p.name + ".squares", shape: p.shape, numbers: m.Second})
	}
	return list
}
