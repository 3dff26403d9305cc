package endgame

import (
	"math/rand/v2"
	"testing"
)

// tableBytes is what the embedded tables take in memory at most: a byte for each place of up to four pieces.
const tableBytes = 6_600_000

// A table is unpacked when the first position of its kind is asked about, so a daemon takes more memory with each kind
// of ending that its games come to. That ends: each table is unpacked once, and all of them take 6.6 MB.
func TestTablesAreUnpackedOnce(t *testing.T) {
	tables := Embedded()
	unpacked := func() (bytes int, first map[Signature]*byte) {
		first = map[Signature]*byte{}
		for _, table := range tables.slots {
			if table == nil {
				continue
			}
			if v := table.values.Load(); v != nil && len(*v) > 0 {
				bytes += len(*v)
				first[table.sig] = &(*v)[0]
			}
		}
		return bytes, first
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 20_000 {
		tables.Probe(somePosition(rng, 4))
	}
	some, before := unpacked()
	for range 20_000 {
		tables.Probe(somePosition(rng, 4))
	}
	all, after := unpacked()
	if some == 0 || all > tableBytes {
		t.Errorf("%d bytes, and then %d", some, all)
	}
	for sig, values := range before {
		if after[sig] != values {
			t.Errorf("%v is unpacked again", sig)
		}
	}
}
