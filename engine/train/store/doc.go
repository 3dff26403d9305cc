// Package store keeps what a training makes on disk, so that it can be killed at any instant and go
// on: files that are written whole or not at all, with checksums that show damage; plans that are
// compared with those of the run before; and numbered files of games, of which only those that are
// missing are made.
//
// It knows nothing of draughts. [Shards.Complete] owns its goroutines and waits for them.
package store
