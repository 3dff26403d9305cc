// The board by the wall's clock, its line on a pseudo-terminal.
#ifndef PACED_H
#define PACED_H

#include <simavr/sim_avr.h>

// paced_run goes on until standard input closes or a signal ends it, and returns the exit code. Commands may come meanwhile; each millisecond
// in which pins have changed is told as if a slice had been asked for, without the bytes, for they go to the port.
int paced_run(avr_t *avr, const char *path);

#endif
