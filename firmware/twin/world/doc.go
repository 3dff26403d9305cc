// Package world is the physical half of the virtual robot: a board with checkers, an arm with a
// nozzle, a field of Hall sensors, a red button, an emergency button, and the witness that watches
// them.
//
// Its geometry is written from its own ground truth, without package kinematics. The ground truth
// deviates a little from what the daemon's configuration believes, as a real robot does. The
// witness counts hand-overs at which the true checkers differ from the game, and motion that a real
// arm would not forgive.
//
// Units and frame: millimetres and degrees in the robot frame (origin at the base axis on the table, x towards the
// visitor, y to the robot's left, z up); motors in steps; time as a duration since an arbitrary epoch.
//
// A World is a step machine without goroutines and clocks. Its caller owns both; it is not
// safe for concurrent use. A driver (the virtual controller, or the real firmware on a simulated
// board) moves its motors and reads its sensors; the visitor's hand moves its checkers.
//
// The world does not know draughts: it knows where checkers lie. It does not model elasticity,
// gravity on the joints, magnets, sound or electrical noise.
package world
