// The 20 kHz interrupt: the state that it shares with the main loop, and what it does with it. Whoever else touches that holds hal_lock.
#ifndef TICK_H
#define TICK_H

#include "cubic.h"

typedef enum {
	RESTING,
	DWELLING,  // pump and valve
	COASTING,  // at constant speed: until a ramp is ready, or as homing says
	FOLLOWING, // a segment of the queue
	RAMPING,   // down to rest
} mode_t; // from FOLLOWING on, the joints follow their plans

typedef struct {
	axis_t axis[JOINTS];
	const plan_t *plan; // that they follow
	uint8_t pulses; // to leave at the next tick
	mode_t mode;
	uint8_t left;         // ticks of the present chord
	uint8_t last;         // … and of the segment's last one
	uint8_t fine, coarse; // chords before that one, modulo 256 and above: bytes, for the tick has few registers; of a dwell, ms
	uint16_t until;       // ticks of coasting before a ramp is to begin; 0: none is in preparation
	bool ramp;            // … and it is ready
} tick_t;

extern tick_t tick;

// tick_follow begins to follow plans for so many ticks; they stay where they are until then.
void tick_follow(const plan_t plan[JOINTS], uint16_t ticks, mode_t mode);

// tick_dwell waits for so many milliseconds.
void tick_dwell(uint16_t ms);

// tick_land puts the joints exactly where their plans end.
void tick_land(void);

// tick_coast lets the joints go on at their speeds, or rest if they have none; a ramp that was in preparation isn't any more.
void tick_coast(void);

#endif
