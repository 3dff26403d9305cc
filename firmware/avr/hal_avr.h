// The parts of hal.h that the tick needs in a few cycles.
#ifndef HAL_AVR_H
#define HAL_AVR_H

#include <avr/interrupt.h>
#include <stdbool.h>
#include <stdint.h>

#include "pins.h"

// hal_lock keeps the tick out; the main loop takes it for moments and never twice.
static inline void hal_lock(void) { cli(); }
static inline void hal_unlock(void) { sei(); }

// (tick) Step pulses: a bit for each joint; they last from high to low. A driver wants 1.9 µs: a tick that has little to do between
// waits.
static inline void hal_step_high(uint8_t joints) { STEP_PORT |= joints; }
static inline void hal_step_wait(void) { __builtin_avr_delay_cycles(16); }
static inline void hal_step_low(void) { STEP_PORT &= (uint8_t)~STEP_MASK; }

// (tick) Direction of a joint.
static inline __attribute__((always_inline)) void hal_dir(uint8_t joint, bool forward) {
	if (forward)
		STEP_PORT |= (uint8_t)(1 << (DIR_SHIFT + joint));
	else
		STEP_PORT &= (uint8_t)~(1 << (DIR_SHIFT + joint));
}

// (tick) Pump and valve.
static inline void hal_pump(bool on) {
	if (on)
		VACUUM_PORT |= 1 << PUMP_BIT;
	else
		VACUUM_PORT &= (uint8_t)~(1 << PUMP_BIT);
}

static inline void hal_valve(bool open) {
	if (open)
		VACUUM_PORT |= 1 << VALVE_BIT;
	else
		VACUUM_PORT &= (uint8_t)~(1 << VALVE_BIT);
}

static inline bool hal_pumping(void) { return VACUUM_PORT >> PUMP_BIT & 1; }
static inline bool hal_venting(void) { return VACUUM_PORT >> VALVE_BIT & 1; }

#endif
