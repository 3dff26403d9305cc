package levels

import "crownhead/board"

// rolls are the dice of one decision: a stream of numbers that follows from the seed, the position and the ply.
type rolls struct{ state uint64 }

func newRolls(seed uint64, g board.Game) *rolls {
	r := &rolls{state: seed}
	r.state = r.next() ^ g.Position().Hash()
	r.state = r.next() ^ uint64(g.Plies())
	return r
}

// next is the generator splitmix64.
func (r *rolls) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// chance is true with probability p.
func (r *rolls) chance(p float64) bool { return float64(r.next()>>11)/(1<<53) < p }

// below is a number in [0, n).
func (r *rolls) below(n int) int { return int(r.next() % uint64(n)) }
