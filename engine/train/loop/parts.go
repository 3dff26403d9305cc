package loop

import "golang.org/x/sync/errgroup"

// Parts is how many parts a batch is divided into. It does not depend on how many are worked on at
// a time: sums of floating-point numbers then come out alike on any number of cores.
const Parts = 4

// Part is the k-th of the parts of a batch.
func Part[T any](batch []T, k int) []T { return batch[k*len(batch)/Parts : (k+1)*len(batch)/Parts] }

// ForEachPart calls a function with the number of each part, no more than workers at a time, and waits for all.
func ForEachPart(workers int, do func(k int)) {
	var group errgroup.Group
	group.SetLimit(workers)
	for k := range Parts {
		group.Go(func() error {
			do(k)
			return nil
		})
	}
	_ = group.Wait() // do has no errors
}
