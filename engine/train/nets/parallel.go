package nets

import "sync"

// part is the k-th of as many parts of a list as there are learners.
func part[T any](list []T, k int) []T { return list[k*len(list)/learners : (k+1)*len(list)/learners] }

// parallel does something for all parts, so many at a time.
func parallel(workers int, do func(k int)) {
	var all sync.WaitGroup
	for w := range min(workers, learners) {
		all.Go(func() {
			for k := w; k < learners; k += workers {
				do(k)
			}
		})
	}
	all.Wait()
}
