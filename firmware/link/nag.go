package link

import "time"

const (
	nagFirst = 10 * time.Second
	nagLast  = 10 * time.Minute
)

// A nag repeats what is amiss, each complaint at increasing intervals: a log
// must show it on its last page, and must not consist of it.
type nag struct{ told map[string]trial }

// due tells whether the complaint is to be made at now.
func (n *nag) due(now time.Time, what string) bool {
	t, known := n.told[what]
	if known && now.Before(t.due) {
		return false
	}
	wait := min(max(t.wait, nagFirst), nagLast)
	n.told[what] = trial{due: now.Add(wait), wait: 2 * wait}
	return true
}

// mended forgets all complaints: what comes again is told at once.
func (n *nag) mended() { clear(n.told) }
