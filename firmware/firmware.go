// Package firmware knows which firmware belongs to this program: the sources in avr, by the hash that a
// controller built from them says in its HELLO.
package firmware

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"io/fs"
	"sync"
)

// sources are compiled for the board.
//
//go:embed avr/*.c avr/*.h
var sources embed.FS

// Hash identifies a build of the firmware: the first four bytes of the SHA-256 of its sources, which the
// Makefile hashes in the same order.
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
