#include "motion.h"

#include <string.h>

#include "hal.h"
#include "ramp.h"
#include "tick.h"

typedef struct {
	uint16_t id, ticks, dwell_ms;
	bool actuate, pump, valve;
	plan_t plan[JOINTS];
} item_t;

static struct {
	item_t queue[QUEUE_LEN]; // shared with the tick
	uint8_t first, count;
	uint16_t done;
	bool starved;
} m;

// The main loop's: the state at the end of the queue.
static knot_t last[JOINTS];

// begin takes up the first item of the queue. Without one a joint that has a velocity coasts until its ramp is ready.
static void begin(void) {
	if (m.count == 0) {
		tick_coast();
		m.starved = tick.mode == COASTING;
		return;
	}
	const item_t *it = &m.queue[m.first];
	if (!it->actuate) {
		tick_follow(it->plan, it->ticks, FOLLOWING);
		return;
	}
	hal_pump(it->pump);
	hal_valve(it->valve);
	tick_dwell(it->dwell_ms);
}

static void finish(void) {
	m.done = m.queue[m.first].id;
	m.first = (m.first + 1) % QUEUE_LEN;
	m.count--;
	begin();
}

void motion_turn_over(void) {
	switch (tick.mode) {
	case FOLLOWING:
		tick_land();
		finish();
		break;
	case DWELLING: finish(); break;
	case COASTING: ramp_begin(); break;
	case RAMPING:
		tick_land();
		tick.mode = RESTING;
		break;
	case RESTING: break;
	}
}

void motion_init(void) {
	memset(&m, 0, sizeof m);
	memset(&tick, 0, sizeof tick);
}

void motion_drop(void) {
	m.count = 0;
	m.starved = false;
}

static mode_t mode(void) {
	hal_lock();
	mode_t now = tick.mode;
	hal_unlock();
	return now;
}

// anchor makes the present position the state that the next segment starts from, if the arm rests.
static void anchor(void) {
	if (mode() != RESTING)
		return;
	for (uint8_t j = 0; j < JOINTS; j++)
		last[j] = (knot_t){.position = cubic_256(&tick.axis[j])};
}

// push queues an item and, when nothing is at work, takes it up.
static void push(const item_t *it) {
	hal_lock();
	uint8_t place = (m.first + m.count) % QUEUE_LEN; // the tick moves both, and not their sum
	hal_unlock();
	m.queue[place] = *it; // the tick doesn't look beyond count
	hal_lock();
	m.count++;
	if (tick.mode == RESTING)
		begin();
	hal_unlock();
}

refusal_t motion_push_segment(const segment_t *s, const bounds_t bounds[JOINTS]) {
	refusal_t r = {.id = s->id};
	if (motion_free() == 0) {
		r.code = F_QUEUE;
		return r;
	}
	anchor();
	static item_t it;
	it = (item_t){.id = s->id, .ticks = s->ticks};
	for (uint8_t j = 0; j < JOINTS; j++) {
		r.joint = j;
		r.code = cubic_plan(&it.plan[j], &bounds[j], last[j], (knot_t){s->end[j], s->exit[j]}, s->ticks, &r.detail);
		if (r.code != 0)
			return r;
	}
	for (uint8_t j = 0; j < JOINTS; j++)
		last[j] = (knot_t){s->end[j], s->exit[j]};
	push(&it);
	return (refusal_t){0};
}

refusal_t motion_push_actuate(const actuate_t *a) {
	refusal_t r = {.id = a->id};
	anchor();
	if (motion_free() == 0)
		r.code = F_QUEUE;
	else if (last[0].velocity != 0 || last[1].velocity != 0 || last[2].velocity != 0)
		r.code = F_MOVING;
	if (r.code != 0)
		return r;
	static item_t it;
	it = (item_t){.id = a->id, .actuate = true, .pump = a->pump, .valve = a->valve, .dwell_ms = a->dwell_ms};
	push(&it);
	return r;
}

bool motion_working(void) { return mode() != RESTING; }

bool motion_moving(void) {
	mode_t now = mode();
	return now == FOLLOWING || now == COASTING || now == RAMPING;
}

bool motion_starved(void) {
	hal_lock();
	bool starved = m.starved;
	m.starved = false;
	hal_unlock();
	return starved;
}

uint8_t motion_free(void) {
	hal_lock();
	uint8_t n = QUEUE_LEN - m.count;
	hal_unlock();
	return n;
}

uint16_t motion_done(void) {
	hal_lock();
	uint16_t done = m.done;
	hal_unlock();
	return done;
}

void motion_forget_done(void) {
	hal_lock();
	m.done = 0;
	hal_unlock();
}

void motion_position(int32_t position[JOINTS]) {
	hal_lock();
	for (uint8_t j = 0; j < JOINTS; j++)
		position[j] = cubic_256(&tick.axis[j]);
	hal_unlock();
}
