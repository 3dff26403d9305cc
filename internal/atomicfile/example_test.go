package atomicfile_test

import (
	"fmt"
	"os"
	"path/filepath"

	"crownhead/internal/atomicfile"
)

// A reader sees the old file or the new one, and no temporary file stays.
func ExampleWrite() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "game.pdn")

	for _, text := range []string{"1. c3-d4", "1. c3-d4 f6-e5"} {
		if err := atomicfile.Write(name, []byte(text)); err != nil {
			fmt.Println(err)
		}
	}
	text, err := os.ReadFile(name)
	fmt.Printf("%s, %v\n", text, err)
	entries, _ := os.ReadDir(dir)
	fmt.Println(len(entries), "file")
	// Output:
	// 1. c3-d4 f6-e5, <nil>
	// 1 file
}
