// What has changed at the pins, each change with its cycle, until somebody asks.
#ifndef EVENTS_H
#define EVENTS_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

void events_wire(avr_t *avr);

// event notes a change: m JOINT forward (a step), d drivers awake, p pump, v valve, l lamp, w speed of the pump of 255, s SERVO µs,
// e ROW of the eyes, its bits.
void event(char kind, uint8_t index, unsigned value);

// events_any tells that there is something to tell.
bool events_any(void);

// events_tell prints them as KIND INDEX = VALUE @ CYCLE, without spaces inside and with one before each.
void events_tell(void);

#endif
