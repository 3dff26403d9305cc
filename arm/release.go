package arm

import "time"

// How long the arm waits with an open valve.
const (
	longestRelease = 10 * time.Second       // at the most
	blindRelease   = 6 * time.Second        // where no sensor sees the place, before any has seen a checker arrive
	firstRelease   = 600 * time.Millisecond // at the first return to a checker that still hangs; twice at the second, and so on
	releaseMargin  = 300 * time.Millisecond // beyond what a checker has needed
)

// A releaseTimer learns how long the valve must be open until a checker leaves the nozzle. Only the board has sensors:
// what it shows of a valve that is slow to open holds for the tray, too.
type releaseTimer struct {
	usual  time.Duration // as it is configured
	needed time.Duration // by the checkers so far; 0 as long as the usual time was enough
	isNews bool          // needed has become longer, and nobody has been told
	proven bool          // a sensor has seen one arrive

	openedAt   time.Duration // when the valve was first opened for the present checker; Never before
	letGoAt    time.Duration // when it was closed again
	emptySince time.Duration // since when the target reads empty behind the tip that goes up; Never while it reads full
	settleTime time.Duration
}

// waitTime returns how long the valve is open before the tip lifts.
func (t *releaseTimer) waitTime() time.Duration { return max(t.usual, t.needed) }

// isSlow reports whether the usual time is not enough.
func (t *releaseTimer) isSlow() bool { return t.needed > t.usual }

// startTiming starts with another checker.
func (t *releaseTimer) startTiming() { t.openedAt, t.emptySince = Never, Never }

// noteOpened notes that the valve opens.
func (t *releaseTimer) noteOpened(now time.Duration) { t.openedAt = min(t.openedAt, now) }

// watchTarget looks at the target behind the tip that goes up. A checker that lets itself be waited for falls from above:
// the target reads empty, and then full. A sensor that only flickers does so for less than the occupancy must settle.
func (t *releaseTimer) watchTarget(now time.Duration, full bool) {
	switch {
	case !full:
		t.emptySince = min(t.emptySince, now)
	case t.emptySince != Never:
		if now-t.emptySince >= t.settleTime {
			t.learnDelay(now)
		}
		t.emptySince = Never
	}
}

// learnDelay notes that a checker has needed all the time until now.
func (t *releaseTimer) learnDelay(now time.Duration) {
	if t.openedAt == Never {
		return
	}
	needed := min(now-t.openedAt+releaseMargin, longestRelease)
	if needed > max(t.usual, t.needed) {
		t.needed, t.isNews = needed, true
	}
}

// ReleaseTime returns how long the arm waits until a checker has left the nozzle, and whether it has learnt that the
// valve is slow to open.
func (r *Runner) ReleaseTime() (wait time.Duration, slow bool) {
	return r.release.waitTime(), r.release.isSlow()
}
