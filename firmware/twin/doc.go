// Package twin is the virtual robot as a host has it before itself: a device at the end of a cable,
// with the faults of both.
//
// Package world is the physical half: board, arm, sensors, and the witness. A Driver moves it by
// what a host says: the virtual controller (package controller), or the real firmware on a
// simulated board (package rig). Package serve makes a process of all that, behind a
// pseudo-terminal.
//
// A Device is a step machine without goroutines and clocks: its caller owns both. It is not
// safe for concurrent use.
package twin
