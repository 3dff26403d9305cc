// The motion arithmetic of ../PROTOCOL.md for one joint, with the widths that it names: what follows a segment tick by tick
// (inlined into the interrupt), and what prepares one (in the main loop, with 64 bits).
#ifndef CUBIC_H
#define CUBIC_H

#include <stdbool.h>
#include <stdint.h>

#include "proto.h"

// A joint on its way. Its position, Q16.32 steps, is kept half a step higher, so that its whole part is the step nearest to it:
// where the motor stands. Velocities are Q0.40 steps per tick, differences Q.40.
typedef struct {
	uint32_t lo;   // position + ½: fraction
	int16_t step;  // … and whole steps
	int32_t v;     // mean velocity of the present chord, Q0.32
	uint8_t vlo;   // … and its last eight bits
	int32_t dv, ddv;
} axis_t; // cubic_avr.h knows where its parts lie

// A plan is what a segment loads into a joint at its start, and where it lands at its end.
typedef struct {
	int32_t v;
	uint8_t vlo;
	int32_t dv, ddv;
	int32_t end;  // 1/256 step
	int32_t exit; // Q0.32
} plan_t;

// A knot is a joint between two segments: position in 1/256 step, velocity Q0.32 steps per tick.
typedef struct {
	int32_t position, velocity;
} knot_t;

// The bounds of one joint, as SETUP gives them.
typedef struct {
	int32_t min, max, max_speed, max_accel;
} bounds_t;

// cubic_plan prepares a segment between two knots, or returns the code of the fault that it would be against the bounds, with its detail.
uint8_t cubic_plan(plan_t *p, const bounds_t *b, knot_t from, knot_t to, uint16_t ticks, int32_t *detail);

// cubic_ramp prepares a straight deceleration to rest within ticks, from any state.
void cubic_ramp(plan_t *p, int64_t pos, int32_t v, uint16_t ticks);

// cubic_ramp_ticks is how long joints at these velocities take to come to rest, the fastest within its deceleration.
uint16_t cubic_ramp_ticks(const int32_t v[JOINTS], const int32_t decel[JOINTS]);

enum { HALF = 0x80 }; // of a step, in the upper byte of lo

static inline int64_t cubic_position(const axis_t *a) { return (int64_t)a->step * (1LL << 32) + a->lo - (1LL << 31); }

// cubic_256 is the position in 1/256 step, rounded down.
static inline int32_t cubic_256(const axis_t *a) { return (int32_t)a->step * 256 + (int32_t)(a->lo >> 24) - HALF; }

// cubic_put puts a joint at a position.
static inline __attribute__((always_inline)) void cubic_put(axis_t *a, int32_t position) {
	position += HALF;
	a->lo = (uint32_t)position << 24;
	a->step = (int16_t)(position >> 8);
}

// cubic_rest puts a joint at a position without velocity.
static inline void cubic_rest(axis_t *a, int32_t position) {
	*a = (axis_t){0};
	cubic_put(a, position);
}

static inline __attribute__((always_inline)) void cubic_load(axis_t *a, const plan_t *p) {
	a->v = p->v;
	a->vlo = p->vlo;
	a->dv = p->dv;
	a->ddv = p->ddv;
}

// cubic_advance is one tick: true when the motor has to step. A velocity is below half a step, so that a carry out of the fraction,
// or its lack under a negative velocity, says all; cubic_forward says whither. cubic_chord is the end of a chord: the next one's velocity, and its difference.
// Both run 20 000 times a second for three joints.
#ifdef __AVR__
#include "cubic_avr.h"
#else
static inline bool cubic_forward(const axis_t *a) { return a->v >= 0; }
static inline void cubic_count_up(axis_t *a) { a->step++; }
static inline void cubic_count_down(axis_t *a) { a->step--; }

static inline bool cubic_advance(axis_t *a) {
	uint32_t was = a->lo;
	a->lo = was + (uint32_t)a->v;
	return (a->lo < was) != (a->v < 0);
}

static inline void cubic_chord(axis_t *a) {
	uint16_t low = (uint16_t)(a->vlo + (uint8_t)a->dv);
	a->vlo = (uint8_t)low;
	a->v += (a->dv >> 8) + (int32_t)(low >> 8);
	a->dv += a->ddv;
}
#endif

// cubic_step counts the step that cubic_advance has asked for; true when it is forward.
static inline __attribute__((always_inline)) bool cubic_step(axis_t *a) {
	if (cubic_forward(a)) {
		cubic_count_up(a);
		return true;
	}
	cubic_count_down(a);
	return false;
}

// cubic_land puts the joint exactly on the plan's end, with its exit velocity, and returns the step that is left.
static inline __attribute__((always_inline)) int8_t cubic_land(axis_t *a, const plan_t *p) {
	uint8_t was = (uint8_t)a->step;
	cubic_put(a, p->end);
	a->v = p->exit;
	a->vlo = 0;
	return (int8_t)((uint8_t)a->step - was);
}

#endif
