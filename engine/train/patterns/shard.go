package patterns

import (
	"fmt"
	"path/filepath"

	"crownhead/engine/train/store"
)

// A shardHeader is the first line of a file of games, in JSON; the samples follow.
type shardHeader struct {
	Format  int    `json:"crownhead_samples"`
	Origin  Origin `json:"origin"`
	Shard   int    `json:"shard"`
	Games   int    `json:"games"`
	Results [3]int `json:"results"` // White's losses, draws and wins
	Samples int    `json:"samples"`
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
	s.header.Format, s.header.Samples = shardFormat, len(s.samples)
	if err := store.Write(shardName(dir, s.header.Shard), s.header, packed); err != nil {
		return fmt.Errorf("patterns: writing games: %w", err)
	}
	return nil
}

// readShard reads a file of games. One that is missing gives fs.ErrNotExist, one that is damaged store.ErrTorn.
func readShard(dir string, n int, want Origin) (*shard, error) {
	name := shardName(dir, n)
	s := &shard{}
	packed, err := store.Read(name, &s.header)
	switch {
	case err != nil:
		return nil, fmt.Errorf("patterns: reading games: %w", err)
	case s.header.Format != shardFormat || s.header.Shard != n:
		return nil, fmt.Errorf("patterns: %s: %w: shard %d in format %d", name, store.ErrTorn, s.header.Shard, s.header.Format)
	case len(packed) != s.header.Samples*sampleSize:
		return nil, fmt.Errorf("patterns: %s: %w: %d bytes are not %d samples", name, store.ErrTorn, len(packed), s.header.Samples)
	case s.header.Origin != want:
		return nil, fmt.Errorf("patterns: %s: made with %+v, not with %+v", name, s.header.Origin, want)
	}
	s.samples = make([]Sample, s.header.Samples)
	for i := range s.samples {
		s.samples[i] = readSample(packed[i*sampleSize:])
		if s.samples[i].Position().Validate() != nil || s.samples[i].Result > Won {
			return nil, fmt.Errorf("patterns: %s: %w: sample %d is no position", name, store.ErrTorn, i)
		}
	}
	return s, nil
}
