package patterns

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
)

// A shardHeader is the first line of a file of games, in JSON; the samples follow.
type shardHeader struct {
	Format  int    `json:"crownhead_samples"`
	Origin  Origin `json:"origin"`
	Shard   int    `json:"shard"`
	Games   int    `json:"games"`
	Results [3]int `json:"results"` // White's losses, draws and wins
	Samples int    `json:"samples"`
	Sum     string `json:"sum"` // CRC-32C of the samples
}

// An Origin is all that the games of a shard follow from, besides its number.
type Origin struct {
	Seed   uint64 `json:"seed"`
	Nodes  int64  `json:"nodes"`  // for each move
	Player string `json:"player"` // whose evaluation played
	Games  int    `json:"games"`  // in each shard
}

const (
	shardFormat = 1
	shardSuffix = ".games"
)

// errTorn is returned for a file of games that is not what it was written as.
var errTorn = errors.New("not a whole file of games")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(b []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli)) }

// A shard is a file's worth of games.
type shard struct {
	header  shardHeader
	samples []Sample
}

func shardName(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("%05d%s", n, shardSuffix))
}

// write makes the shard's file.
func (s *shard) write(dir string) error {
	var packed []byte
	for _, sample := range s.samples {
		packed = sample.append(packed)
	}
	s.header.Format, s.header.Samples, s.header.Sum = shardFormat, len(s.samples), sum(packed)
	head, err := json.Marshal(s.header)
	if err == nil {
		err = writeWhole(shardName(dir, s.header.Shard), append(append(head, '\n'), packed...))
	}
	if err != nil {
		return fmt.Errorf("patterns: writing games: %w", err)
	}
	return nil
}

// writeWhole makes a file under another name first, so that it is whole or not there, whenever the program ends.
func writeWhole(name string, data []byte) error {
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".tmp", name)
}

// readShard reads a file of games. One that is missing gives fs.ErrNotExist, one that is damaged errTorn.
func readShard(dir string, n int, want Origin) (*shard, error) {
	name := shardName(dir, n)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("patterns: reading games: %w", err)
	}
	s := &shard{}
	head, packed, _ := bytes.Cut(data, []byte("\n"))
	switch err := json.Unmarshal(head, &s.header); {
	case err != nil:
		return nil, fmt.Errorf("patterns: %s: %w: its first line is no header: %w", name, errTorn, err)
	case s.header.Format != shardFormat || s.header.Shard != n:
		return nil, fmt.Errorf("patterns: %s: %w: shard %d in format %d", name, errTorn, s.header.Shard, s.header.Format)
	case len(packed) != s.header.Samples*sampleSize || sum(packed) != s.header.Sum:
		return nil, fmt.Errorf("patterns: %s: %w: %d bytes with the sum %s, its header says %d with %s",
			name, errTorn, len(packed), sum(packed), s.header.Samples*sampleSize, s.header.Sum)
	case s.header.Origin != want:
		return nil, fmt.Errorf("patterns: %s: made with %+v, not with %+v", name, s.header.Origin, want)
	}
	s.samples = make([]Sample, s.header.Samples)
	for i := range s.samples {
		s.samples[i] = readSample(packed[i*sampleSize:])
		if s.samples[i].Position().Validate() != nil || s.samples[i].Result > Won {
			return nil, fmt.Errorf("patterns: %s: %w: sample %d is no position", name, errTorn, i)
		}
	}
	return s, nil
}

// missing tells whether a shard has to be made: it is not there, or damaged.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errTorn) }
