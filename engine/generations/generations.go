// Package generations has the networks of the self-taught player: those that are shipped in the program, and those of a
// folder that a training has written. A [Set] is one ladder, whose Elo can be compared. engine/levels makes players of
// generations.
//
// A set is read once; any number of goroutines may use it. The package starts no goroutine.
package generations

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crownhead/engine/net"
)

// Prefix is the beginning of the names of all generations.
const Prefix = "generation-"

// Playouts is how many playouts every generation has for a move by default. They are equal, so that the ladder
// shows what was learnt.
const Playouts = 400

// How reading a set fails.
var (
	ErrNone = errors.New(
		"there are no generations here: make them with crownhead train run, write them with crownhead train export",
	)
	ErrRead = errors.New("the generations cannot be read")
)

// A Generation is a network with its place on the ladder.
type Generation struct {
	Number int
	Elo    float64 // on the ladder of its training
	Digest string  // SHA-256 of its file, the first 16 digits
	Net    *net.Net
}

// Name is the name of the generation as a level.
func (g Generation) Name() string { return Prefix + strconv.Itoa(g.Number) }

// A Set has the generations of one training, from the first to the last.
type Set []Generation

//go:embed shipped
var shipped embed.FS

// Shipped returns the generations that are in the program.
var Shipped = sync.OnceValues(func() (Set, error) {
	folder, err := fs.Sub(shipped, "shipped")
	if err != nil {
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	return Read(folder)
})

// fileExtension is the extension of files of weights.
const fileExtension = ".safetensors"

// Read reads all weights of a folder, without its subfolders.
func Read(folder fs.FS) (Set, error) {
	files, err := fs.Glob(folder, "*"+fileExtension)
	if err != nil {
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	if _, err := fs.ReadDir(folder, "."); err != nil { // Glob ignores such errors
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	var set Set
	for _, name := range files {
		g, err := readGeneration(folder, name)
		if err == nil {
			err = set.checkAddition(g)
		}
		if err != nil {
			return nil, fmt.Errorf("generations: %s: %w: %w", name, ErrRead, err)
		}
		set = append(set, g)
	}
	if len(set) == 0 {
		return nil, fmt.Errorf("generations: %w", ErrNone)
	}
	slices.SortFunc(set, func(a, b Generation) int { return cmp.Compare(a.Number, b.Number) })
	return set, nil
}

func readGeneration(folder fs.FS, name string) (Generation, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return Generation{}, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait without end
		return Generation{}, errors.New("it is not a regular file, although its name is that of weights")
	}
	f, err := folder.Open(name)
	if err != nil {
		return Generation{}, err
	}
	defer f.Close()
	n, file, err := net.Load(f)
	if err != nil {
		return Generation{}, err
	}
	const digits = 16 // enough to distinguish any two nets
	sum := sha256.Sum256(file)
	return Generation{
		Number: n.Origin.Generation,
		Elo:    n.Origin.Elo,
		Digest: hex.EncodeToString(sum[:])[:digits],
		Net:    n,
	}, nil
}

// checkAddition returns why a generation cannot be added to the set.
func (s Set) checkAddition(g Generation) error {
	if g.Number < 1 {
		return errors.New("generation 0 has learnt nothing: the first accepted generation has number 1")
	}
	for _, other := range s {
		switch {
		case other.Number == g.Number:
			return fmt.Errorf("generation %d is there already: put the files of another training into another folder", g.Number)
		case other.Net.Origin.Line != g.Net.Origin.Line:
			return fmt.Errorf(
				"it is of the line %q, others are of %q: put each line into a folder of its own", g.Net.Origin.Line,
				other.Net.Origin.Line,
			)
		}
	}
	return nil
}

// Find finds a generation by its name. The error lists the names that there are.
func (s Set) Find(name string) (Generation, error) {
	for _, g := range s {
		if g.Name() == name {
			return g, nil
		}
	}
	if len(s) == 0 {
		return Generation{}, fmt.Errorf("generations: no %q: %w", name, ErrNone)
	}
	return Generation{}, fmt.Errorf("generations: no %q: there are %s", name, strings.Join(s.Names(), ", "))
}

// Names lists the generations from the first to the last.
func (s Set) Names() []string {
	names := make([]string, len(s))
	for i, g := range s {
		names[i] = g.Name()
	}
	return names
}
