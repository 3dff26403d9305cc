#include "tick.h"

#include "hal.h"
#include "motion.h"

tick_t tick;

enum { CHORD = 4, TICKS_PER_MS = 20 };

// advance takes a joint on by a tick and asks for a pulse at the next one if its motor has to step.
static inline __attribute__((always_inline)) void advance(uint8_t j, uint8_t *pulses) {
	if (!cubic_advance(&tick.axis[j]))
		return;
	hal_dir(j, cubic_step(&tick.axis[j]));
	*pulses |= (uint8_t)(1 << j);
}

static inline __attribute__((always_inline)) uint8_t advance_all(void) {
	uint8_t pulses = 0;
	advance(0, &pulses);
	advance(1, &pulses);
	advance(2, &pulses);
	return pulses;
}

static void set_chords(uint16_t n) {
	tick.fine = (uint8_t)n;
	tick.coarse = (uint8_t)(n >> 8);
}

static inline __attribute__((always_inline)) bool last_chord(void) { return tick.fine == 0 && tick.coarse == 0; }

static inline __attribute__((always_inline)) void count_chord(void) {
	if (tick.fine == 0)
		tick.coarse--;
	tick.fine--;
}

static inline __attribute__((always_inline)) void next_chord(void) {
	count_chord();
	tick.left = last_chord() ? tick.last : CHORD;
	cubic_chord(&tick.axis[0]);
	cubic_chord(&tick.axis[1]);
	cubic_chord(&tick.axis[2]);
}

bool motion_tick(void) {
	uint8_t pulses = 0;
	bool over = false;
	hal_step_high(tick.pulses);
	if (tick.mode >= FOLLOWING) {
		if (--tick.left == 0 && last_chord()) {
			over = true;
			hal_step_wait();
		} else {
			pulses = advance_all();
			if (tick.left == 0)
				next_chord();
		}
	} else if (tick.mode == COASTING) {
		pulses = advance_all();
		over = tick.until != 0 && --tick.until == 0;
	} else {
		hal_step_wait();
		if (tick.mode == DWELLING && --tick.left == 0) {
			tick.left = TICKS_PER_MS;
			over = last_chord();
			count_chord();
		}
	}
	tick.pulses = pulses;
	hal_step_low();
	return over;
}

// A segment is chords of four ticks, and a last one of what is left, at whose end it lands.
void tick_follow(const plan_t plan[JOINTS], uint16_t ticks, mode_t mode) {
	uint8_t rest = ticks % CHORD;
	tick.last = rest == 0 ? CHORD : rest;
	set_chords((ticks - tick.last) / CHORD);
	tick.left = last_chord() ? tick.last : CHORD;
	tick.plan = plan;
	cubic_load(&tick.axis[0], &plan[0]);
	cubic_load(&tick.axis[1], &plan[1]);
	cubic_load(&tick.axis[2], &plan[2]);
	tick.mode = mode;
}

void tick_dwell(uint16_t ms) {
	tick.left = ms == 0 ? 1 : TICKS_PER_MS;
	set_chords(ms == 0 ? 0 : ms - 1);
	tick.mode = DWELLING;
}

static inline __attribute__((always_inline)) void land(uint8_t j) {
	int8_t by = cubic_land(&tick.axis[j], &tick.plan[j]);
	if (by == 0)
		return;
	hal_dir(j, by > 0);
	tick.pulses |= (uint8_t)(1 << j);
}

void tick_land(void) {
	land(0);
	land(1);
	land(2);
}

void tick_coast(void) {
	tick.until = 0;
	tick.ramp = false;
	tick.mode = tick.axis[0].v == 0 && tick.axis[1].v == 0 && tick.axis[2].v == 0 ? RESTING : COASTING;
}
