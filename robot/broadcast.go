package robot

import "sync"

// A broadcast hands the newest snapshot to any number of readers. A slow one misses some and always gets the newest; it
// never holds up the robot.
type broadcast struct {
	mu      sync.Mutex
	newest  Snapshot
	readers map[chan Snapshot]bool
}

func (b *broadcast) publish(s Snapshot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest = s
	for c := range b.readers {
		offer(c, s)
	}
}

// offer puts a snapshot into a channel of one place, in place of an older one.
func offer(c chan Snapshot, s Snapshot) {
	select {
	case <-c:
	default:
	}
	c <- s
}

func (b *broadcast) snapshot() Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newest
}

// subscribe returns a channel that holds the newest snapshot, and what ends the subscription.
func (b *broadcast) subscribe() (<-chan Snapshot, func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan Snapshot, 1)
	c <- b.newest
	if b.readers == nil {
		b.readers = map[chan Snapshot]bool{}
	}
	b.readers[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers, c)
	}
}
