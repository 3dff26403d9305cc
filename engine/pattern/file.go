package pattern

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// A Header is the first line of a file of weights, in JSON: what they are and where they come from. The compressed
// weights follow.
type Header struct {
	Format  int     `json:"crownhead_patterns"`
	Layout  string  `json:"layout"` // which terms there are, and in which order
	Slope   float64 `json:"slope"`  // hundredths of a man that multiply the odds by e
	MadeBy  string  `json:"made_by"`
	Seed    uint64  `json:"seed"`
	Games   int     `json:"games"`
	Samples int     `json:"samples"`
	Nodes   int64   `json:"nodes"`  // for each move of the games
	Player  string  `json:"player"` // the evaluation that played the latest games
	Loss    float64 `json:"loss"`   // on held-out games
	Sum     string  `json:"sum"`    // CRC-32C of the unpacked weights
}

const fileFormat = 1

// ErrFile is returned for a file that does not hold weights, or holds those of other terms.
var ErrFile = errors.New("not a file of this program's weights")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes an evaluation. It sets the fields of the header that follow from the weights.
func (e *Evaluation) Write(w io.Writer, h Header) error {
	planes := e.encodeWeights()
	h.Format, h.Layout, h.Sum = fileFormat, layout, fmt.Sprintf("%08x", crc32.Checksum(planes, castagnoli))
	var b bytes.Buffer
	err := json.NewEncoder(&b).Encode(h)
	if err == nil {
		var packer *flate.Writer
		packer, err = flate.NewWriter(&b, flate.DefaultCompression)
		if err == nil {
			_, err = packer.Write(planes)
			err = errors.Join(err, packer.Close())
		}
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("pattern: writing weights: %w", err)
	}
	return nil
}

// encodeWeights returns the bytes of the weights, those of like meaning together, which compresses well.
func (e *Evaluation) encodeWeights() []byte {
	b := make([]byte, 4*TermCount)
	for i, w := range e.weights {
		for k, half := range [4]int16{w.opening, w.opening >> 8, w.ending, w.ending >> 8} {
			b[k*TermCount+i] = byte(half)
		}
	}
	return b
}

// maxHeader is more bytes than any header has.
const maxHeader = 1 << 16

// Read reads the whole of a file that Write has written.
func Read(data []byte) (*Evaluation, Header, error) {
	var h Header
	line, _, found := bytes.Cut(data[:min(len(data), maxHeader)], []byte("\n"))
	if !found {
		return nil, h, fmt.Errorf("pattern: line 1: %w: the header is missing", ErrFile)
	}
	strict := json.NewDecoder(bytes.NewReader(line))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&h); err != nil {
		return nil, h, fmt.Errorf("pattern: line 1: %w: %w", ErrFile, err)
	}
	switch {
	case h.Format != fileFormat:
		return nil, h, fmt.Errorf("pattern: line 1: %w: format %d, want %d", ErrFile, h.Format, fileFormat)
	case h.Layout != layout:
		return nil, h, fmt.Errorf("pattern: line 1: %w: the terms are %q, want %q", ErrFile, h.Layout, layout)
	case !(h.Slope > 0):
		return nil, h, fmt.Errorf("pattern: line 1: %w: slope %v, want more than 0", ErrFile, h.Slope)
	}
	planes, err := decodeWeights(data, len(line)+1)
	if err != nil {
		return nil, h, err
	}
	if sum := fmt.Sprintf("%08x", crc32.Checksum(planes, castagnoli)); sum != h.Sum {
		return nil, h, fmt.Errorf("pattern: %w: the weights have the checksum %s, the header says %s", ErrFile, sum, h.Sum)
	}
	e := &Evaluation{}
	for i := range e.weights {
		e.weights[i] = weight{
			int16(planes[i]) | int16(planes[TermCount+i])<<8,
			int16(planes[2*TermCount+i]) | int16(planes[3*TermCount+i])<<8,
		}
	}
	return e, h, nil
}

// decodeWeights decompresses the weights, which begin at byte from of the file.
func decodeWeights(data []byte, from int) ([]byte, error) {
	in := bytes.NewReader(data[from:])
	r := flate.NewReader(in)
	planes := make([]byte, 4*TermCount)
	if n, err := io.ReadFull(r, planes); err != nil {
		return nil, fmt.Errorf(
			"pattern: byte %d: %w: %d of %d bytes of weights: %w", len(data)-in.Len(), ErrFile, n, len(planes), err,
		)
	}
	var more [1]byte
	if n, err := r.Read(more[:]); n != 0 || err != io.EOF || in.Len() != 0 {
		return nil, fmt.Errorf("pattern: byte %d: %w: there is data after the weights", len(data)-in.Len(), ErrFile)
	}
	return planes, nil
}

//go:embed weights.pat
var embeddedFile []byte

// embedded reads the evaluation that is in the program, at its first use.
var embedded = sync.OnceValues(func() (*Evaluation, Header) {
	e, h, err := Read(embeddedFile)
	if err != nil {
		panic(fmt.Sprintf("pattern: reading the embedded weights: %v", err))
	}
	return e, h
})

// Embedded is the evaluation that is in the program.
func Embedded() *Evaluation {
	e, _ := embedded()
	return e
}

// EmbeddedHeader is its header, which says where it comes from.
func EmbeddedHeader() Header {
	_, h := embedded()
	return h
}
