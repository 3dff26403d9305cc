// What the processor does and libsimavr leaves out: it takes its time to respond to an interrupt, and a timer's interrupt that is enabled
// while its flag stands comes at once.
#ifndef CHIP_H
#define CHIP_H

#include <simavr/sim_avr.h>

void chip_wire(avr_t *avr);

#endif
