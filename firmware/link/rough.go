package link

import "time"

const (
	roughAbove = 4 // frames lost: a line that has cost more lately is rough
	roughHalf  = 2 * time.Second
)

// A roughness follows how many frames were lost of late, either way: what has been counted halves every two seconds.
type roughness struct {
	level   uint64
	counted uint64
	halved  time.Duration
}

// see takes the number of all that were ever lost.
func (r *roughness) see(now time.Duration, lost uint64) {
	for ; now-r.halved >= roughHalf && r.level > 0; r.halved += roughHalf {
		r.level /= 2
	}
	if r.level == 0 {
		r.halved = now
	}
	r.level += lost - r.counted
	r.counted = lost
}

func (r *roughness) rough() bool { return r.level > roughAbove }
