// Package store keeps what a training makes on disk, so that it can be killed at any instant and go on: files that are written
// whole or not at all, with a sum by which damage is seen; plans that are compared with those of the run before; and work in
// numbered parts, of which those that are there are not done again.
//
// It knows nothing of draughts. [Each] owns its goroutines and waits for them.
package store
