// Package virtual runs a robot in virtual time: the same frames as on a real line, through memory and with the line's pace.
// Nothing waits, nothing runs at the same time, and one seed gives one run.
package virtual
