// The queue and the interpolators. motion_tick is the 20 kHz interrupt; everything else belongs to the main loop, which
// shares its state with the tick under hal_lock.
//
// A step pulse leaves at the beginning of the tick after the one that asked for it, so that DIR has stood for a whole tick, and
// all pulses are equally late.
#ifndef MOTION_H
#define MOTION_H

#include "cubic.h"

typedef struct {
	uint16_t id, ticks;
	int32_t end[JOINTS], exit[JOINTS];
} segment_t;

typedef struct {
	uint16_t id, dwell_ms;
	bool pump, valve;
} actuate_t;

// A refusal is a fault's fields.
typedef struct {
	uint8_t code, joint;
	uint16_t id;
	int32_t detail;
} refusal_t;

void motion_init(void);

// motion_tick is one tick: steps out, then everything on by 50 µs. When it says so, motion_turn_over must follow before the next tick:
// it takes up the next item, and may take longer.
bool motion_tick(void);
void motion_turn_over(void);

// motion_push checks and queues; a code other than 0 refuses.
refusal_t motion_push_segment(const segment_t *s, const bounds_t bounds[JOINTS]);
refusal_t motion_push_actuate(const actuate_t *a);

// motion_drop drops the queue and nothing else; the caller holds the lock.
void motion_drop(void);

// motion_hold drops the queue; a joint that moves goes on at its present speed for some milliseconds, then ramps down.
// motion_ramp, called from the main loop, prepares that ramp.
void motion_hold(void);
void motion_ramp(const int32_t stop_accel[JOINTS]);

// motion_halt lets no further pulse out and drops the queue.
void motion_halt(void);

// motion_drive lets a joint run freely at a speed (Q0.32 steps per tick): homing.
void motion_drive(uint8_t joint, int32_t speed);

// motion_place says where the joints stand.
void motion_place(const int32_t position[JOINTS]);

bool motion_working(void); // an item at work or queued, or not at rest
bool motion_moving(void);  // a joint has a velocity or is on its way
bool motion_starved(void); // the queue ran empty in motion: said once
uint8_t motion_free(void);
uint16_t motion_done(void);
void motion_forget_done(void);
void motion_position(int32_t position[JOINTS]); // 1/256 step, rounded down

#endif
