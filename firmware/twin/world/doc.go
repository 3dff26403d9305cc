// Package world is the physical half of the virtual robot: a board with checkers, motors that turn an
// arm with a nozzle, Hall sensors, a red button and an emergency button. A witness counts what goes
// wrong in it.
//
// Units and frame are those of package groundtruth; motors are counted in steps; time is a duration
// since an arbitrary epoch.
//
// A World is a step machine without goroutines and clocks. Its caller owns both; it is not safe for
// concurrent use. A controller (the virtual one, or the real firmware on a simulated microcontroller)
// moves its motors and reads its sensors; the visitor's hand moves its checkers.
//
// The world does not know draughts: it knows where checkers lie. It does not model elasticity,
// gravity on the joints, magnets, sound or electrical noise.
package world
