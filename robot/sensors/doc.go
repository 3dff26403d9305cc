// Package sensors processes the signals of the 32 sensors under the board: a [Debouncer] reports an occupancy
// once it has settled, a [FlickerCounter] finds the sensors that change without a hand, a [MaskTable] keeps the
// sensors that are masked until they have been right again, and a [DriftEstimator] estimates how far off the
// arm finds its checkers.
//
// Times are durations since an epoch of the caller's. Nothing here has a clock or a goroutine.
package sensors
