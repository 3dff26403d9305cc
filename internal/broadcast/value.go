// Package broadcast hands the newest of a row of values to any number of subscribers.
//
// A subscriber who is slow misses values, always gets the newest one, and never holds up the
// publisher. The package starts no goroutine.
package broadcast

import "sync"

// A Value is what is shown now, and whoever wants to hear of the next. The zero Value is ready to
// use and shows the zero value of T. It is safe for concurrent use.
type Value[T any] struct {
	mu          sync.Mutex
	newest      T
	subscribers map[chan T]bool
}

// Publish shows v from now on. A subscriber who has not taken the value before gets v in its place.
func (b *Value[T]) Publish(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest = v
	for c := range b.subscribers {
		select {
		case <-c:
		default:
		}
		c <- v // never blocks: the channel was emptied just now, and the lock keeps other senders away
	}
}

// Newest returns the value that was published last.
func (b *Value[T]) Newest() T {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newest
}

// Subscribe returns a channel that holds the newest value at once and each new one until it is
// taken, and a function that ends the subscription. The channel is never closed.
func (b *Value[T]) Subscribe() (values <-chan T, unsubscribe func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan T, 1)
	c <- b.newest
	if b.subscribers == nil {
		b.subscribers = map[chan T]bool{}
	}
	b.subscribers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subscribers, c)
	}
}
