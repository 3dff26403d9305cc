package arm

import (
	"testing"
	"time"
)

// What a sensor shows of a checker that falls late is learnt; what only flickers is not, nor more than the arm will wait.
func TestReleaseTimer(t *testing.T) {
	const ms = time.Millisecond
	usual := releaseTimer{usual: 300 * ms, settleTime: 150 * ms}
	for _, c := range []struct {
		name          string
		empty, fullAt time.Duration // since the valve was opened; the target reads empty from, and full at
		want          time.Duration
	}{
		{"in time", 0, 0, 300 * ms},
		{"a flicker", 500 * ms, 600 * ms, 300 * ms},
		{"late", 500 * ms, 1100 * ms, 1400 * ms},
		{"never seen so late", 500 * ms, time.Hour, longestRelease},
	} {
		timer := usual
		timer.startTiming()
		timer.noteOpened(time.Second)
		timer.noteOpened(2 * time.Second) // once more, in vain: the first time counts
		if c.fullAt > 0 {
			timer.watchTarget(time.Second+c.empty, false)
			timer.watchTarget(time.Second+c.fullAt-1, false)
			timer.watchTarget(time.Second+c.fullAt, true)
		}
		if got := timer.waitTime(); got != c.want || timer.isSlow() != (c.want > 300*ms) {
			t.Errorf("%s: waits %v, want %v", c.name, got, c.want)
		}
	}
}
