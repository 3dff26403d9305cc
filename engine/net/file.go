package net

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// format is what a file's metadata says that it is.
const format = "crownhead net 1"

// Encode is the net as a file in the safetensors format; the same net gives the same bytes. Where its weights came from is
// in the metadata.
func (n *Net) Encode(p Precision) ([]byte, error) {
	if p.bytes() == 0 {
		return nil, fmt.Errorf("net: writing weights: unknown precision %q: want %s or %s", string(p), Single, Half)
	}
	var list []tensor
	for _, part := range n.parts() {
		t, err := newTensor(part.name, p, part.shape, part.numbers)
		if err != nil {
			return nil, fmt.Errorf("net: writing weights: %w", err)
		}
		list = append(list, t)
	}
	metadata := n.Origin.metadata()
	metadata["format"], metadata["kind"] = format, string(n.Kind())
	for key, size := range n.body.shape() {
		metadata[key] = strconv.Itoa(size)
	}
	file, err := writeTensors(metadata, list)
	if err != nil {
		return nil, fmt.Errorf("net: writing weights: %w", err)
	}
	return file, nil
}

// A part is the weights or the bias of a layer.
type part struct {
	name    string
	shape   []int
	numbers []float32
}

// parts lists all that is learnt, in the order of files.
func (n *Net) parts() []part {
	var list []part
	for _, l := range n.body.layers() {
		list = append(list,
			part{name: l.name + ".weight", shape: []int{l.geo.taps, l.in, l.out}, numbers: l.weight},
			part{name: l.name + ".bias", shape: []int{l.out}, numbers: l.bias})
	}
	return list
}

// longestFile is far more than the largest net has, in bytes.
const longestFile = 64 << 20

// Load reads a file, but not without end, and makes a net of it.
func Load(r io.Reader) (n *Net, file []byte, err error) {
	file, err = io.ReadAll(io.LimitReader(r, longestFile+1))
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("net: reading weights: %w", err)
	case len(file) > longestFile:
		return nil, nil, fmt.Errorf("net: reading weights: more than %d MB: no net of ours is as large", longestFile>>20)
	}
	n, err = Read(file)
	return n, file, err
}

// Read makes a net of a file. Every tensor must be there, of the shape that the net of this kind and size has, and no other.
func Read(file []byte) (*Net, error) {
	n, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("net: reading weights: %w", err)
	}
	return n, nil
}

func read(file []byte) (*Net, error) {
	metadata, tensors, err := readTensors(file)
	if err != nil {
		return nil, err
	}
	if metadata["format"] != format {
		return nil, fmt.Errorf("the header's format is %q, want %q: weights of another program or version", metadata["format"], format)
	}
	n := &Net{}
	if n.Origin, err = readOrigin(metadata); err != nil {
		return nil, err
	}
	if n.body, err = newBody(metadata); err != nil {
		return nil, err
	}
	if err := fillParts(n.parts(), tensors); err != nil {
		return nil, err
	}
	n.pack()
	return n, n.probe()
}

func newBody(metadata map[string]string) (body, error) {
	switch kind := Kind(metadata["kind"]); kind {
	case LeanKind:
		blocks, err := readInt(metadata, "blocks")
		if err != nil {
			return nil, err
		}
		filters, err := readInt(metadata, "filters")
		if err != nil {
			return nil, err
		}
		return newLean(LeanShape{Blocks: blocks, Filters: filters})
	case ArticleKind:
		past, err := readInt(metadata, "past")
		if err != nil {
			return nil, err
		}
		return newArticle(past)
	default:
		return nil, fmt.Errorf("the header's kind is %q: want %s or %s", string(kind), LeanKind, ArticleKind)
	}
}

// fillParts decodes tensors into the parts they belong to; each must be there, and no other.
func fillParts(parts []part, tensors []tensor) error {
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
		if err := t.numbers(p.numbers); err != nil {
			return err
		}
		delete(left, p.name)
	}
	for _, t := range tensors {
		if _, over := left[t.name]; over {
			return fmt.Errorf("tensor %q belongs to no layer: the file is of a larger net, or of another version", t.name)
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

// mostElo is higher than any ladder.
const mostElo = 1_000_000

func readOrigin(metadata map[string]string) (o Origin, err error) {
	o.Line, o.Parent = metadata["line"], metadata["parent"]
	if o.Generation, err = readInt(metadata, "generation"); err != nil {
		return o, err
	}
	if o.Games, err = readInt(metadata, "games"); err != nil {
		return o, err
	}
	if o.Seed, err = strconv.ParseUint(metadata["seed"], 10, 64); err != nil {
		return o, fmt.Errorf("the header's seed is %q: want a number", metadata["seed"])
	}
	if o.Elo, err = strconv.ParseFloat(metadata["elo"], 64); err != nil || !(math.Abs(o.Elo) <= mostElo) {
		return o, fmt.Errorf("the header's elo is %q: want a number of at most %d", metadata["elo"], mostElo)
	}
	return o, nil
}

func readInt(metadata map[string]string, key string) (int, error) {
	n, err := strconv.Atoi(metadata[key])
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the header's %s is %q: want a whole number, not negative", key, metadata[key])
	}
	return n, nil
}
