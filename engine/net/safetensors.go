package net

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A tensor is one entry of a file in the safetensors format: eight bytes with the length of a
// header, little-endian; the header, JSON; the numbers of all tensors without gaps, little-endian.
type tensor struct {
	name  string
	dtype Precision
	shape []int
	data  []byte
}

// A Precision is how numbers are stored in a file.
type Precision string

// The precisions that are written and read.
const (
	Single Precision = "F32"
	Half   Precision = "F16"
)

func (p Precision) bytes() int {
	switch p {
	case Single:
		return 4
	case Half:
		return 2
	}
	return 0
}

const (
	lengthBytes  = 8
	maxHeader    = 1 << 20
	maxNumbers   = 1 << 24
	metadataName = "__metadata__"
)

// tensorEntry is a tensor in the header.
type tensorEntry struct {
	Dtype   Precision `json:"dtype"`
	Shape   []int     `json:"shape"`
	Offsets []int     `json:"data_offsets"`
}

// readTensors reads the tensors of a file. An error names the tensor that breaks the format.
func readTensors(file []byte) (metadata map[string]string, list []tensor, err error) {
	header, data, err := splitHeader(file)
	if err != nil {
		return nil, nil, err
	}
	metadata, entries, err := readHeader(header)
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(entries, func(a, b namedTensorEntry) int { return cmp.Compare(a.Offsets[0], b.Offsets[0]) })
	end := 0
	for _, e := range entries {
		switch begin := e.Offsets[0]; {
		case begin < end:
			return nil, nil, fmt.Errorf("tensor %q begins at byte %d, inside the one before it, which ends at %d: "+
				"the file is damaged", e.name, begin, end)
		case begin > end:
			return nil, nil, fmt.Errorf("tensor %q begins at byte %d, though the one before it ends at %d: "+
				"the bytes between belong to none", e.name, begin, end)
		}
		if end = e.Offsets[1]; end > len(data) {
			return nil, nil, fmt.Errorf("tensor %q ends at byte %d, and the file has %d: it is cut off; copy it again",
				e.name, end, len(data))
		}
		list = append(list, tensor{name: e.name, dtype: e.Dtype, shape: e.Shape, data: data[e.Offsets[0]:end]})
	}
	if end < len(data) {
		return nil, nil, fmt.Errorf("%d bytes after the last tensor: the file is damaged, or not of this format",
			len(data)-end)
	}
	return metadata, list, nil
}

// splitHeader separates a file's header from its numbers.
func splitHeader(file []byte) (header, data []byte, err error) {
	if len(file) < lengthBytes {
		return nil, nil, fmt.Errorf("%d bytes: too short for a file of weights (safetensors)", len(file))
	}
	length := binary.LittleEndian.Uint64(file)
	if rest := len(file) - lengthBytes; length > maxHeader || length > uint64(rest) {
		return nil, nil, fmt.Errorf("a header of %d bytes in a file of %d: cut off, or not a file of weights (safetensors)",
			length, len(file))
	}
	return file[lengthBytes:][:length], file[lengthBytes+length:], nil
}

type namedTensorEntry struct {
	name string
	tensorEntry
}

// readHeader reads the JSON token by token: a name that is there twice would otherwise go unnoticed.
func readHeader(header []byte) (metadata map[string]string, entries []namedTensorEntry, err error) {
	dec := json.NewDecoder(bytes.NewReader(header))
	dec.DisallowUnknownFields()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, errors.New("the header is not a JSON object: not a file of weights (safetensors)")
	}
	seen := map[string]bool{}
	for dec.More() {
		name, err := readName(dec, seen)
		if err != nil {
			return nil, nil, err
		}
		if name == metadataName {
			if err := dec.Decode(&metadata); err != nil {
				return nil, nil, fmt.Errorf("the header's %s: %w", metadataName, err)
			}
			continue
		}
		e := namedTensorEntry{name: name}
		if err := dec.Decode(&e.tensorEntry); err != nil {
			return nil, nil, fmt.Errorf("tensor %q in the header: %w", name, err)
		}
		if err := e.checkShape(); err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		entries = append(entries, e)
	}
	if _, err := dec.Token(); err != nil {
		return nil, nil, fmt.Errorf("the header ends too early: %w", err)
	}
	if rest := bytes.TrimSpace(header[dec.InputOffset():]); len(rest) > 0 {
		return nil, nil, fmt.Errorf("%d bytes after the header's JSON", len(rest))
	}
	return metadata, entries, nil
}

// readName reads the name of the next entry.
func readName(dec *json.Decoder, seen map[string]bool) (string, error) {
	t, err := dec.Token()
	name, ok := t.(string)
	switch {
	case err != nil:
		return "", fmt.Errorf("the header, byte %d: %w", dec.InputOffset(), err)
	case !ok:
		return "", fmt.Errorf("the header, byte %d: %v instead of a name", dec.InputOffset(), t)
	case seen[name]:
		return "", fmt.Errorf("%q is in the header twice", name)
	}
	seen[name] = true
	return name, nil
}

// checkShape checks that type, shape and offsets of an entry fit together.
func (e tensorEntry) checkShape() error {
	if e.Dtype.bytes() == 0 {
		return fmt.Errorf("numbers of type %q: want %s or %s; convert it", string(e.Dtype), Single, Half)
	}
	if len(e.Offsets) != 2 || e.Offsets[0] < 0 || e.Offsets[1] < e.Offsets[0] {
		return fmt.Errorf("offsets %v: want a begin and an end", e.Offsets)
	}
	numbers := 1
	for _, n := range e.Shape {
		if n < 0 || n > maxNumbers || numbers*n > maxNumbers {
			return fmt.Errorf("shape %v: negative, or too large", e.Shape)
		}
		numbers *= n
	}
	if want, have := numbers*e.Dtype.bytes(), e.Offsets[1]-e.Offsets[0]; want != have {
		return fmt.Errorf("%d bytes for the shape %v of %s: want %d", have, e.Shape, e.Dtype, want)
	}
	return nil
}

// writeTensors encodes a file; the same tensors give the same bytes.
func writeTensors(metadata map[string]string, list []tensor) ([]byte, error) {
	var header bytes.Buffer
	meta, err := json.Marshal(metadata) // in the order of its keys
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&header, "{%q:%s", metadataName, meta)
	at := 0
	for _, t := range list {
		e, err := json.Marshal(tensorEntry{Dtype: t.dtype, Shape: t.shape, Offsets: []int{at, at + len(t.data)}})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&header, ",%q:%s", t.name, e)
		at += len(t.data)
	}
	header.WriteByte('}')
	for header.Len()%lengthBytes != 0 {
		header.WriteByte(' ')
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(header.Len()))
	file = append(file, header.Bytes()...)
	for _, t := range list {
		file = append(file, t.data...)
	}
	return file, nil
}

// decodeNumbers decodes a tensor; all numbers must be finite.
func (t tensor) decodeNumbers(to []float32) error {
	for i := range to {
		if t.dtype == Half {
			to[i] = fromHalf(binary.LittleEndian.Uint16(t.data[2*i:]))
		} else {
			to[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:]))
		}
		if !isFinite(to[i]) {
			return fmt.Errorf("tensor %q: number %d is %g: the training has diverged, or the file is damaged",
				t.name, i, to[i])
		}
	}
	return nil
}

// encodeTensor encodes numbers.
func encodeTensor(name string, p Precision, shape []int, from []float32) (tensor, error) {
	t := tensor{name: name, dtype: p, shape: shape, data: make([]byte, 0, len(from)*p.bytes())}
	for i, x := range from {
		if !isFinite(x) || p == Half && max(x, -x) > maxHalf {
			return t, fmt.Errorf("tensor %q: number %d is %g, which %s cannot hold", name, i, x, p)
		}
		if p == Half {
			t.data = binary.LittleEndian.AppendUint16(t.data, toHalf(x))
		} else {
			t.data = binary.LittleEndian.AppendUint32(t.data, math.Float32bits(x))
		}
	}
	return t, nil
}

// Half precision is a sign, five bits of exponent (bias 15) and ten of fraction; single has eight
// (bias 127) and 23.
const (
	maxHalf = 65504 // the greatest finite one
	halfGap = 13    // bits of fraction that single has more
	rebias  = 127 - 15
)

// toHalf rounds to the nearest half, ties to the even one; beyond halfMost there is none.
func toHalf(x float32) uint16 {
	b := math.Float32bits(x)
	sign, size := uint16(b>>16&0x8000), b&0x7fffffff
	if size < (rebias+1)<<23 { // less than the least normal half: a multiple of 2⁻²⁴
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(size))*(1<<24)))
	}
	size += 1<<(halfGap-1) - 1 + size>>halfGap&1
	return sign | uint16(size>>halfGap-rebias<<10)
}

// fromHalf is the single of the same value. The greatest exponent makes an infinity or not a
// number, as it should.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		x := float32(fraction) / (1 << 24)
		return math.Float32frombits(sign | math.Float32bits(x))
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<halfGap)
	}
	return math.Float32frombits(sign | (exponent+rebias)<<23 | fraction<<halfGap)
}
