package link

import "time"

const (
	minLogInterval = 10 * time.Second
	maxLogInterval = 10 * time.Minute
)

// A logThrottle lets each problem into the log again at increasing intervals: the log must show it on its last
// page, and must not consist of it.
type logThrottle struct{ next map[string]backoff }

// allow reports whether the problem may be logged now. If so, it counts as logged.
func (t *logThrottle) allow(now time.Time, problem string) bool {
	r, known := t.next[problem]
	if known && now.Before(r.due) {
		return false
	}
	t.next[problem] = r.extended(now, minLogInterval, maxLogInterval)
	return true
}

// reset forgets all problems: a problem that comes again is logged at once.
func (t *logThrottle) reset() { clear(t.next) }
