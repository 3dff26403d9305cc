#include "ramp.h"

#include "hal.h"
#include "motion.h"
#include "tick.h"
#include "wide.h"

// Prepared by the main loop, taken up by the tick.
static struct {
	uint16_t ticks;
	plan_t plan[JOINTS];
} ramp;

// lead is how many ticks ahead a ramp is prepared; computing it takes fewer.
static uint16_t lead = 100;

void ramp_begin(void) {
	if (!tick.ramp)
		return;
	tick.ramp = false;
	tick_follow(ramp.plan, ramp.ticks, RAMPING);
}

void motion_hold(void) {
	hal_lock();
	motion_drop();
	if (tick.mode == DWELLING)
		tick.mode = RESTING;
	if (tick.mode == FOLLOWING)
		tick_coast();
	bool rests = tick.mode == RESTING;
	hal_unlock();
	if (rests)
		motion_halt();
}

void motion_ramp(const int32_t stop_accel[JOINTS]) {
	hal_lock();
	bool wanted = tick.mode == COASTING && tick.until == 0;
	hal_unlock();
	if (!wanted)
		return;
	int32_t v[JOINTS];
	int64_t pos[JOINTS];
	hal_lock();
	tick.until = lead;
	tick.ramp = false;
	for (uint8_t j = 0; j < JOINTS; j++) {
		v[j] = tick.axis[j].v;
		pos[j] = cubic_position(&tick.axis[j]);
	}
	hal_unlock();
	for (uint8_t j = 0; j < JOINTS; j++)
		pos[j] += wide_mul(v[j], lead); // not under the lock: it takes longer than a tick
	ramp.ticks = cubic_ramp_ticks(v, stop_accel);
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_ramp(&ramp.plan[j], pos[j], v[j], ramp.ticks);
	hal_lock();
	tick.ramp = tick.until != 0;
	lead = tick.ramp ? 100 : 2 * lead; // late: once more, with more time
	hal_unlock();
}

void motion_halt(void) {
	hal_lock();
	motion_drop();
	tick.mode = RESTING;
	tick.pulses = 0;
	tick.until = 0;
	tick.ramp = false;
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_rest(&tick.axis[j], cubic_256(&tick.axis[j]));
	hal_unlock();
}

void motion_drive(uint8_t joint, int32_t speed) {
	hal_lock();
	tick.axis[joint].v = speed;
	tick.axis[joint].vlo = 0;
	tick.until = 0;
	tick.ramp = false;
	tick.mode = COASTING;
	hal_unlock();
}

void motion_place(const int32_t position[JOINTS]) {
	motion_halt();
	hal_lock();
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_rest(&tick.axis[j], position[j]);
	hal_unlock();
}
