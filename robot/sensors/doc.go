// Package sensors watches the sensors under the board: when an occupancy has settled ([Settler]), how often each square
// has changed lately ([ChangeCounter]), and how far off the arm finds its checkers ([DriftTracker]).
//
// Times are durations since an epoch of the caller's. Nothing here has a clock or a goroutine.
package sensors
