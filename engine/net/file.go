package net

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// fileFormat is the format that a file of weights names in its metadata.
const fileFormat = "crownhead net 1"

// Encode writes the net as a file in the safetensors format; the same net gives the same bytes. Its
// origin is in the metadata.
func (n *Net) Encode(p Precision) ([]byte, error) {
	if p.bytes() == 0 {
		return nil, fmt.Errorf("net: writing weights: unknown precision %q: want %s or %s", string(p), Single, Half)
	}
	var list []tensor
	for _, part := range n.parameterTensors() {
		t, err := encodeTensor(part.name, p, part.shape, part.numbers)
		if err != nil {
			return nil, fmt.Errorf("net: writing weights: %w", err)
		}
		list = append(list, t)
	}
	metadata := n.Origin.metadata()
	metadata["format"], metadata["kind"] = fileFormat, string(n.Kind())
	for key, size := range n.body.shape() {
		metadata[key] = strconv.Itoa(size)
	}
	file, err := writeTensors(metadata, list)
	if err != nil {
		return nil, fmt.Errorf("net: writing weights: %w", err)
	}
	return file, nil
}

// maxFileSize is far larger than the largest net's file.
const maxFileSize = 64 << 20

// Load reads a file of bounded size, and makes a net of it.
func Load(r io.Reader) (n *Net, file []byte, err error) {
	file, err = io.ReadAll(io.LimitReader(r, maxFileSize+1))
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("net: reading weights: %w", err)
	case len(file) > maxFileSize:
		return nil, nil, fmt.Errorf("net: reading weights: more than %d MB: no net is as large", maxFileSize>>20)
	}
	n, err = Read(file)
	return n, file, err
}

// Read makes a net of a file. It must have exactly the tensors of a net of its kind and size.
func Read(file []byte) (*Net, error) {
	n, err := readNet(file)
	if err != nil {
		return nil, fmt.Errorf("net: reading weights: %w", err)
	}
	return n, nil
}

func readNet(file []byte) (*Net, error) {
	metadata, tensors, err := readTensors(file)
	if err != nil {
		return nil, err
	}
	if metadata["format"] != fileFormat {
		return nil, fmt.Errorf("the header's format is %q, want %q: weights of another program or version",
			metadata["format"], fileFormat)
	}
	n := &Net{}
	if n.Origin, err = readOrigin(metadata); err != nil {
		return nil, err
	}
	if n.body, err = readArchitecture(metadata); err != nil {
		return nil, err
	}
	if err := decodeTensors(n.parameterTensors(), tensors); err != nil {
		return nil, err
	}
	n.packWeights()
	return n, n.checkWeights()
}

// readArchitecture makes the layers that a file's metadata describe.
func readArchitecture(metadata map[string]string) (architecture, error) {
	switch kind := Kind(metadata["kind"]); kind {
	case CompactKind:
		blocks, err := parseInt(metadata, "blocks")
		if err != nil {
			return nil, err
		}
		filters, err := parseInt(metadata, "filters")
		if err != nil {
			return nil, err
		}
		return newCompactNet(CompactShape{Blocks: blocks, Filters: filters})
	case PaperKind:
		past, err := parseInt(metadata, "past")
		if err != nil {
			return nil, err
		}
		return newPaperNet(past)
	default:
		return nil, fmt.Errorf("the header's kind is %q: want %s or %s", string(kind), CompactKind, PaperKind)
	}
}

// decodeTensors decodes tensors into the parameters they belong to; each must be there, and no other.
func decodeTensors(parts []parameterTensor, tensors []tensor) error {
	left := map[string]tensor{}
	for _, t := range tensors {
		left[t.name] = t
	}
	for _, p := range parts {
		t, ok := left[p.name]
		if !ok {
			return fmt.Errorf("no tensor %q: the file isn't complete", p.name)
		}
		if !slices.Equal(t.shape, p.shape) {
			return fmt.Errorf("tensor %q: shape %v, want %v: it is of a net of another size", t.name, t.shape, p.shape)
		}
		if err := t.decodeNumbers(p.numbers); err != nil {
			return err
		}
		delete(left, p.name)
	}
	for _, t := range tensors {
		if _, over := left[t.name]; over {
			return fmt.Errorf("tensor %q belongs to no layer: the file is of a larger net, or of another version",
				t.name)
		}
	}
	return nil
}

func (o Origin) metadata() map[string]string {
	return map[string]string{
		"line": o.Line, "generation": strconv.Itoa(o.Generation), "parent": o.Parent, "games": strconv.Itoa(o.Games),
		"seed": strconv.FormatUint(o.Seed, 10), "elo": strconv.FormatFloat(o.Elo, 'g', -1, 64),
	}
}

// maxElo is higher than any ladder.
const maxElo = 1_000_000

// readOrigin reads the origin in a file's metadata.
func readOrigin(metadata map[string]string) (o Origin, err error) {
	o.Line, o.Parent = metadata["line"], metadata["parent"]
	if o.Generation, err = parseInt(metadata, "generation"); err != nil {
		return o, err
	}
	if o.Games, err = parseInt(metadata, "games"); err != nil {
		return o, err
	}
	if o.Seed, err = strconv.ParseUint(metadata["seed"], 10, 64); err != nil {
		return o, fmt.Errorf("the header's seed is %q: want a number", metadata["seed"])
	}
	if o.Elo, err = strconv.ParseFloat(metadata["elo"], 64); err != nil || !(math.Abs(o.Elo) <= maxElo) {
		return o, fmt.Errorf("the header's elo is %q: want a number of at most %d", metadata["elo"], maxElo)
	}
	return o, nil
}

// parseInt reads a whole number of the metadata that is not negative.
func parseInt(metadata map[string]string, key string) (int, error) {
	n, err := strconv.Atoi(metadata[key])
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the header's %s is %q: want a whole number, not negative", key, metadata[key])
	}
	return n, nil
}
