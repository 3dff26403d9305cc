// Package twin puts a controller of the virtual robot at the end of a bad serial cable, and injects faults.
//
// The virtual robot has these parts. Package groundtruth is the geometry of one robot as it really is.
// Package world is what lies and moves there, package witness counts what goes wrong. A controller
// moves the world by what a host sends: either the virtual controller (package controller), or the
// real firmware on a simulated microcontroller (package rig). A Device of this package is what the
// host sees of them. Package serve makes a process of it, behind a pseudo-terminal.
//
// A Device is a step machine without goroutines and clocks. Its caller owns both; it is not safe
// for concurrent use.
package twin
