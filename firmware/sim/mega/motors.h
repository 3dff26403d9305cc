// The motor drivers: they step on a rising edge, in the direction that stands there, and want edges to be some time apart.
#ifndef MOTORS_H
#define MOTORS_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOTORS = 3 };

void motors_wire(avr_t *avr);

// motors_reset: no pin drives them.
void motors_reset(void);

// motors_steps are a joint's pulses so far, with their direction.
int32_t motors_steps(int joint);

// motors_awake tells that the drivers are enabled.
bool motors_awake(void);

// motors_tell_pulses prints the step pulses since the last time: cycle, joint and direction of each.
void motors_tell_pulses(void);

// motors_tell_edges prints the fewest cycles since the last time, 0 for none seen: STEP high, STEP low, DIR set before STEP rises,
// DIR kept afterwards.
void motors_tell_edges(void);

#endif
