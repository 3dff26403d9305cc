// Package generationstest makes generations for tests: small nets with random weights.
package generationstest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"crownhead/engine/net"
)

// Folder makes a folder of a number of generations, each said to be 100 Elo stronger than the one before.
func Folder(t testing.TB, count int) string {
	t.Helper()
	folder := t.TempDir()
	for number := 1; number <= count; number++ {
		Write(t, filepath.Join(folder, fmt.Sprintf("generation-%02d.safetensors", number)), net.Origin{
			Line: "self-play", Generation: number, Seed: uint64(number), Elo: 100 * float64(number),
		})
	}
	return folder
}

// Write writes a small net with the given origin, whose seed draws its weights.
func Write(t testing.TB, path string, origin net.Origin) {
	t.Helper()
	n, err := net.NewCompact(net.CompactShape{Blocks: 1, Filters: 8}, origin.Seed)
	if err != nil {
		t.Fatal(err)
	}
	n.Origin = origin
	file, err := n.Encode(net.Half)
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
