// Package firmware knows which firmware belongs to this program: the sources in avr, by the hash that a controller built from them
// says in its HELLO.
package firmware

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"io/fs"
	"sync"
)

// What is compiled for the board, in the order in which the Makefile hashes it.
//
//go:embed avr/*.c avr/*.h
var sources embed.FS

// Hash is the number by which the controller's firmware tells its build: the first four bytes of the SHA-256 of its sources.
var Hash = sync.OnceValue(func() uint32 {
	sum := sha256.New()
	for _, pattern := range []string{"avr/*.c", "avr/*.h"} {
		names, _ := fs.Glob(sources, pattern) // the pattern is right, and what it finds is part of this program
		for _, name := range names {
			text, _ := sources.ReadFile(name)
			sum.Write(text)
		}
	}
	return binary.BigEndian.Uint32(sum.Sum(nil))
})
