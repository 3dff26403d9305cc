// Package generations has the networks of the player that taught itself: those that are in the program, and those that
// somebody has trained. A [Set] is one ladder, whose Elo can be compared; a generation becomes a
// player in engine/levels.
//
// A set is read once and may be used by any number of goroutines; the package starts none.
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

// Prefix begins the names of all generations.
const Prefix = "generation-"

// Playouts are what every generation has for a move where nothing else is said: so the ladder shows what was learnt.
const Playouts = 400

// Sentinels of sets.
var (
	ErrNone = errors.New("there are no generations here; crownhead train run makes them, crownhead train export writes them")
	ErrRead = errors.New("generations can't be read")
)

// A Generation is a network with its place on the ladder.
type Generation struct {
	Number int
	Elo    float64 // on the ladder of its own training
	Digest string  // of its file
	Net    *net.Net
}

// Name is what the generation is called wherever levels have names.
func (g Generation) Name() string { return Prefix + strconv.Itoa(g.Number) }

// A Set is the generations of one training, from the first to the last.
type Set []Generation

//go:embed shipped
var shipped embed.FS

// Shipped are the generations that are in the program.
var Shipped = sync.OnceValues(func() (Set, error) {
	folder, err := fs.Sub(shipped, "shipped")
	if err != nil {
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	return Read(folder)
})

// extension is that of files of weights.
const extension = ".safetensors"

// Read reads all weights of a folder; those below it don't count.
func Read(folder fs.FS) (Set, error) {
	files, err := fs.Glob(folder, "*"+extension)
	if err != nil {
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	if _, err := fs.ReadDir(folder, "."); err != nil { // Glob keeps that to itself
		return nil, fmt.Errorf("generations: %w: %w", ErrRead, err)
	}
	var set Set
	for _, name := range files {
		g, err := readFile(folder, name)
		if err == nil {
			err = set.admits(g)
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

func readFile(folder fs.FS, name string) (Generation, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return Generation{}, err
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for without end
		return Generation{}, errors.New("it is no file, though it is called like weights")
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
	const digits = 16 // enough to tell any two nets from each other
	sum := sha256.Sum256(file)
	return Generation{Number: n.Origin.Generation, Elo: n.Origin.Elo, Digest: hex.EncodeToString(sum[:])[:digits], Net: n}, nil
}

// admits tells what speaks against another generation in the set.
func (s Set) admits(g Generation) error {
	if g.Number < 1 {
		return errors.New("generation 0 has learnt nothing: weights of the first accepted one are number 1")
	}
	for _, other := range s {
		switch {
		case other.Number == g.Number:
			return fmt.Errorf("generation %d is there already: another training's files need a folder of their own", g.Number)
		case other.Net.Origin.Line != g.Net.Origin.Line:
			return fmt.Errorf("it is of the line %q, others of %q: each line needs a folder of its own", g.Net.Origin.Line, other.Net.Origin.Line)
		}
	}
	return nil
}

// Find is the generation of a name, or what there is instead.
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
