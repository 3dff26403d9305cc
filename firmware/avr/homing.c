#include "homing.h"

#include <string.h>

#include "field.h"
#include "motion.h"
#include "setup.h"

enum { TICKS_PER_MS = 20, LONGEST_MS = 30000 };

typedef enum { SEEK, BRAKE, LEAVE, HOME } stage_t;

static struct {
	bool active;
	uint16_t ms;
	struct {
		stage_t stage;
		int32_t speed; // Q0.32 steps per tick
		int32_t most;  // its change in a millisecond
		uint32_t gone; // in this stage, 1/256 step
		uint32_t tenth; // of the joint's range, 1/256 step
	} joint[JOINTS];
} h;

void homing_start(void) {
	memset(&h, 0, sizeof h);
	h.active = true;
	for (uint8_t j = 0; j < JOINTS; j++) { // once: a division takes the better part of a millisecond's time
		h.joint[j].most = (int32_t)((uint32_t)setup.stop_accel[j] * TICKS_PER_MS >> 8);
		h.joint[j].tenth = (uint32_t)(setup.bounds[j].max - setup.bounds[j].min) / 10;
	}
}

void homing_stop(void) {
	h.active = false;
	motion_halt();
}

bool homing_active(void) { return h.active; }

// toward brings a speed nearer to what is wanted by at most most.
static int32_t toward(int32_t speed, int32_t want, int32_t most) {
	int32_t off = want - speed; // one of them is 0, or both have one sign
	if (off > most)
		return speed + most;
	return off < -most ? speed - most : want;
}

static uint32_t magnitude(int32_t v) { return v < 0 ? -(uint32_t)v : (uint32_t)v; }

// approach is one millisecond of one joint.
static void approach(uint8_t j, bool closed) {
	stage_t stage = h.joint[j].stage, was = stage;
	int32_t speed = h.joint[j].speed, want = setup.fast[j];
	switch (stage) {
	case SEEK:
		if (closed)
			stage = BRAKE;
		break;
	case BRAKE:
		want = 0;
		if (speed == 0)
			stage = LEAVE;
		break;
	case LEAVE:
		want = setup.fast[j] > 0 ? -setup.slow[j] : setup.slow[j];
		if (!closed) {
			stage = HOME;
			speed = want = 0;
		}
		break;
	case HOME: return;
	}
	h.joint[j].speed = toward(speed, want, h.joint[j].most);
	h.joint[j].gone += (magnitude(h.joint[j].speed) >> 16) * TICKS_PER_MS >> 8;
	h.joint[j].stage = stage;
	if (stage != was)
		h.joint[j].gone = 0;
	motion_drive(j, h.joint[j].speed);
}

// astray tells that a switch should long have been found, or left.
static bool astray(uint8_t j) {
	uint32_t most = h.joint[j].stage == SEEK ? 11 * h.joint[j].tenth : h.joint[j].tenth;
	return (h.joint[j].stage == SEEK || h.joint[j].stage == LEAVE) && h.joint[j].gone > most;
}

static homing_t arrived(void) {
	h.active = false;
	motion_place(setup.at);
	return HOMING_DONE;
}

homing_t homing_step(uint8_t *joint) {
	uint8_t closed = switches_closed();
	bool lifted = h.joint[1].stage == HOME && h.joint[2].stage == HOME;
	for (uint8_t j = 0; j < JOINTS; j++) {
		if (j == 0 && !lifted)
			continue;
		approach(j, closed >> j & 1);
	}
	if (h.joint[0].stage == HOME)
		return arrived();
	for (*joint = 0; *joint < JOINTS; ++*joint) {
		if (astray(*joint))
			return HOMING_LOST;
	}
	*joint = 0;
	return ++h.ms > LONGEST_MS ? HOMING_LOST : HOMING_ON;
}
