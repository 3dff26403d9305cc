// Package twin is the virtual robot: a board with checkers, an arm with a nozzle, a field of Hall sensors, a red button,
// and the controller that drives them over the real wire protocol.
//
// It is an independent witness. Its geometry is written from its own truth (Truth), without package kinematics, and that
// truth deviates a little from what the daemon's config believes, as a real robot does. It counts what a witness counts:
// hand-overs at which the true checkers differ from the game, and motion that a real arm would not forgive.
//
// Units and frame: millimetres and degrees in the robot frame (origin at the base axis on the table, x towards the
// visitor, y to the robot's left, z up); motors in steps; time as a duration since an arbitrary epoch.
//
// World and Controller are step machines without goroutines and clocks; whoever calls them owns both, and they are not
// safe for concurrent use. Serve runs them behind a pseudo-terminal in real time and owns its goroutines; Dial is the
// client of the world that Serve offers beside it.
//
// The twin does not know draughts: it knows where checkers lie. It does not model elasticity, gravity on the joints,
// magnets, sound or electrical noise.
package twin
