package store_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"crownhead/engine/train/store"
)

// A file has a header for people and programs, and a payload; damage is seen when it is read.
func ExampleWrite() {
	dir, err := os.MkdirTemp("", "store-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	type header struct {
		Games int `json:"games"`
	}
	name := filepath.Join(dir, "file")
	if err := store.Write(name, header{Games: 3}, []byte("moves")); err != nil {
		log.Fatal(err)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", file)

	if err := os.WriteFile(name, file[:len(file)-1], 0o666); err != nil {
		log.Fatal(err)
	}
	var h header
	_, err = store.Read(name, &h)
	fmt.Println(errors.Is(err, store.ErrDamaged), store.MustBeMade(err))
	// Output:
	// {"games":3,"sum":"df316805","head":"54c02050"}
	// moves
	// true true
}
