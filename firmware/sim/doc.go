// Package sim runs the controller's real firmware without its board: the ELF file on the program in mega, an
// ATmega2560 on libsimavr with a channel to its pins and its line.
//
// Time is the simulated processor's: it goes on while Slice runs and at no other time, so that the same slices
// give the same answers. Changes of pins carry the cycle at which they happened, 16 to the microsecond.
//
// A Mega belongs to one goroutine. It has a process and no goroutines of its own; Close waits for the process,
// and that ends by itself when this one does. It runs on Linux only.
package sim
