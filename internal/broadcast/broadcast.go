// Package broadcast hands the newest of the published values to any number of readers.
package broadcast

import "sync"

// A Latest hands the newest of the values that are published to any number of readers. A slow one misses some and
// always gets the newest; it never holds up who publishes. The zero value is ready, and T's is the newest value then.
type Latest[T any] struct {
	mu      sync.Mutex
	newest  T
	readers map[chan T]bool
}

// Publish puts a value in place of the one that each reader has not taken yet.
func (b *Latest[T]) Publish(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest = v
	for c := range b.readers {
		select {
		case <-c:
		default:
		}
		c <- v // the lock makes this the only sender: there is room
	}
}

// Newest is the value that was published last.
func (b *Latest[T]) Newest() T {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newest
}

// Subscribe returns a channel that holds the newest value until it is read, and what ends the subscription.
func (b *Latest[T]) Subscribe() (<-chan T, func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan T, 1)
	c <- b.newest
	if b.readers == nil {
		b.readers = map[chan T]bool{}
	}
	b.readers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers, c)
	}
}
