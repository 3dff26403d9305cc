package broadcast_test

import (
	"sync"
	"testing"

	"crownhead/internal/broadcast"
)

// A subscriber who is slow never holds up the publisher, and finds the newest value however many
// were missed.
func TestSlowSubscriberGetsTheNewest(t *testing.T) {
	var b broadcast.Value[int]
	slow, unsubscribe := b.Subscribe()
	defer unsubscribe()
	for i := 1; i <= 1000; i++ {
		b.Publish(i)
	}
	if v := <-slow; v != 1000 || b.Newest() != 1000 {
		t.Errorf("the subscriber got %d, shown is %d, want 1000", v, b.Newest())
	}
	select {
	case v := <-slow:
		t.Errorf("a value came twice: %d", v)
	default:
	}
}

// Whoever subscribes late gets the present value, and whoever has left gets none.
func TestSubscriptionsBeginAndEnd(t *testing.T) {
	var b broadcast.Value[string]
	first, leave := b.Subscribe()
	if v := <-first; v != "" {
		t.Errorf("before anything was published: %q", v)
	}
	leave()
	leave() // a second time does no harm
	b.Publish("published")
	select {
	case v := <-first:
		t.Errorf("after leaving: %q", v)
	default:
	}
	late, leave := b.Subscribe()
	defer leave()
	if v := <-late; v != "published" {
		t.Errorf("who came late got %q", v)
	}
}

// Publishers and subscribers may be many goroutines; each subscriber ends with the value that is
// shown.
func TestManyAtOnce(t *testing.T) {
	var b broadcast.Value[int]
	var wait sync.WaitGroup
	for range 8 {
		values, leave := b.Subscribe()
		wait.Go(func() {
			defer leave()
			for v := range values {
				if v < 0 {
					return
				}
			}
		})
	}
	var publishers sync.WaitGroup
	for p := range 4 {
		publishers.Go(func() {
			for i := range 250 {
				b.Publish(p*250 + i)
			}
		})
	}
	publishers.Wait()
	b.Publish(-1)
	wait.Wait()
}
