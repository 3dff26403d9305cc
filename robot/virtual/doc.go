// Package virtual runs a robot in virtual time: the same frames as on a real line go through memory, at the
// line's pace. Time jumps from one deadline to the next. Nothing waits, nothing runs concurrently, and one seed
// gives one run.
package virtual
