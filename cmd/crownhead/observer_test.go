package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"crownhead/firmware/twin/world"
)

// An observer reads a daemon's screen and, on the virtual robot, its world, for as long as the daemon runs.
type observer struct {
	cancel context.CancelFunc
	wait   sync.WaitGroup

	mu     sync.Mutex
	screen screen
	world  world.State
	news   chan struct{} // closed when something new has been seen
}

func newObserver(d *daemonProcess) *observer {
	ctx, cancel := context.WithCancel(context.Background())
	l := &observer{cancel: cancel, news: make(chan struct{})}
	l.wait.Go(func() { l.readStream(ctx, d.url+"/api/events") })
	return l
}

// stopReading ends the looking.
func (l *observer) stopReading() {
	l.cancel()
	l.wait.Wait()
}

// readStream follows the daemon's stream until that ends.
func (l *observer) readStream(ctx context.Context, url string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	lines, event := bufio.NewScanner(answer.Body), ""
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			l.recordEvent(event, []byte(data))
		}
	}
}

func (l *observer) recordEvent(event string, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var s screen // a new one each time: others may still look at the lists of the last
	var w world.State
	switch { // what can't be read changes nothing, and the wait for it runs out
	case event == "robot" && json.Unmarshal(data, &s) == nil:
		l.screen = s
	case event == "world" && json.Unmarshal(data, &w) == nil:
		l.world = w
	}
	close(l.news)
	l.news = make(chan struct{})
}

// latest is what was seen last.
func (l *observer) latest() (screen, world.State) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.screen, l.world
}

func (l *observer) String() string {
	s, w := l.latest()
	return fmt.Sprintf("phase %s, says %s, at %.1f s", s.Phase, s.Key, w.T)
}

// awaitState waits until what is seen is as wanted, and reports false when that takes too long.
func (l *observer) awaitState(wanted func(screen, world.State) bool, within time.Duration) bool {
	limit := time.NewTimer(within)
	defer limit.Stop()
	for {
		l.mu.Lock()
		good, news := wanted(l.screen, l.world), l.news
		l.mu.Unlock()
		if good {
			return true
		}
		select {
		case <-news:
		case <-limit.C:
			return false
		}
	}
}
