// Package twin is the virtual robot as a host sees it: a device at the end of a cable, with the
// faults of both.
//
// Below it, package groundtruth has the geometry of one robot, package world what lies and moves
// there, and package witness the counts of what went wrong. A Driver moves the world by what a host
// says: the virtual controller (package controller), or the real firmware on a simulated board
// (package rig). Above it, package serve makes a process of all that, behind a pseudo-terminal.
//
// A Device is a step machine without goroutines and clocks. Its caller owns both; it is not safe
// for concurrent use.
package twin
