package web

import "sync"

// newest hands values to any number of takers without ever waiting for one: a taker that is late finds only the newest
// value.
type newest[T any] struct {
	mu     sync.Mutex
	takers map[chan T]struct{}
}

func newNewest[T any]() *newest[T] { return &newest[T]{takers: map[chan T]struct{}{}} }

// take registers a taker. The returned function ends it.
func (n *newest[T]) take() (<-chan T, func()) {
	ch := make(chan T, 1)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.takers[ch] = struct{}{}
	return ch, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.takers, ch)
	}
}

// put replaces what each taker has not taken yet. The lock makes it the only sender, so the second send cannot block.
func (n *newest[T]) put(v T) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for ch := range n.takers {
		select {
		case <-ch:
		default:
		}
		ch <- v
	}
}
