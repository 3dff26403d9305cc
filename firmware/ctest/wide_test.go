package ctest

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Divisions by hand round as big numbers do, also where a quotient is longer than a word or a remainder as long as the divisor.
func TestDivisions(t *testing.T) {
	d := start(t, host)
	rapid.Check(t, func(rt *rapid.T) {
		by := rapid.Int64Range(1, 1<<31-1).Draw(rt, "by")
		more := rapid.Int64Range(1, 1<<14).Draw(rt, "more")
		n := rapid.OneOf(rapid.Int64Range(-1<<58, 1<<58), rapid.Map(rapid.Int64Range(-99, 99), func(low int64) int64 { return by>>5<<32 + low }),
			rapid.Map(rapid.Int64Range(-99, 99), func(low int64) int64 { return -by>>5<<32 + low })).Draw(rt, "n")
		by = max(by>>5, 1)
		d.ask("divide %d %d %d", n, by, more)
		for i, want := range []int64{rounded(n, by), rounded(n, by*more), rounded(int64(int32(n)), 6)} {
			if d.number(i) != want {
				rt.Fatalf("division %d: %d, want %d", i, d.number(i), want)
			}
		}
	})
}

// rounded is n / d to the nearest, halves away from zero.
func rounded(n, d int64) int64 {
	q, half := big.NewInt(n), big.NewInt(d/2)
	if q.Abs(q).Add(q, half).Quo(q, big.NewInt(d)); n < 0 {
		q.Neg(q)
	}
	return q.Int64()
}
