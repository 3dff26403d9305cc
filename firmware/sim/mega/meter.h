// What is measured of the program: its tick interrupt, and how deep its stack went.
#ifndef METER_H
#define METER_H

#include <simavr/sim_avr.h>

void meter_wire(avr_t *avr);
void meter_reset(void);

// meter_tell prints, of the tick interrupt since the last time: calls, mean and greatest cycles; then bytes of stack never touched,
// and the greatest cycles of the interrupt that takes up the next item, with those that interrupt it.
void meter_tell(void);

#endif
