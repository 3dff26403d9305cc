// The servos measure the pulses that they get.
#ifndef SERVOS_H
#define SERVOS_H

#include <simavr/sim_avr.h>

enum { SERVOS = 4 };

void servos_wire(avr_t *avr);

// servos_reset: no pulses come any more.
void servos_reset(void);

// servos_look finds those that get none any more.
void servos_look(void);

// servos_micros is the last pulse, µs; 0: none.
unsigned servos_micros(int servo);

#endif
