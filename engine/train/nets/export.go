package nets

import (
	"errors"
	"fmt"

	"crownhead/engine/net"
)

// Line is the way of learning that the files of this package's nets name.
const Line = "self-play"

// ErrNone is returned where no generation has been accepted yet.
var ErrNone = errors.New("no generation has been accepted")

// Export is the file of a generation's net, with its whole origin: of the n-th, or, if n is 0, of the one that was accepted last.
func Export(dir string, all []Generation, n int, p net.Precision) ([]byte, *Generation, error) {
	var g *Generation
	switch {
	case n == 0:
		if g = lastAccepted(all); g == nil {
			return nil, nil, fmt.Errorf("nets: %s: %w", dir, ErrNone)
		}
	case n < 0 || n > len(all):
		return nil, nil, fmt.Errorf("nets: %s: no generation %d: %d are finished", dir, n, len(all))
	default:
		g = &all[n-1]
	}
	made, err := readNet(dir, g)
	if err != nil {
		return nil, nil, err
	}
	made.Origin.Elo = g.Elo
	file, err := made.Encode(p)
	if err != nil {
		return nil, nil, fmt.Errorf("nets: %w", err)
	}
	return file, g, nil
}
