#include "motion.h"

#include <string.h>

#include "hal.h"

typedef struct {
	uint16_t id, ticks;
	uint32_t dwell; // ticks
	bool actuate, pump, valve;
	plan_t plan[JOINTS];
} item_t;

enum { CHORD = 4 }; // ticks

typedef enum {
	RESTING,
	FOLLOWING, // a segment of the queue
	DWELLING,  // pump and valve
	COASTING,  // at constant speed: until a ramp is ready, or as homing says
	RAMPING,   // down to rest
} mode_t;

// Shared with the tick.
static struct {
	axis_t axis[JOINTS];
	uint8_t pulses; // to leave at the next tick
	mode_t mode;
	uint8_t left;    // ticks of the present chord
	uint16_t chords; // that end before the segment's last one
	uint8_t last;    // ticks of that one
	uint16_t n;      // ticks of coasting
	uint32_t wait;   // of a dwell

	item_t queue[QUEUE_LEN];
	uint8_t first, count;
	uint16_t done;
	bool starved;

	item_t ramp; // prepared by the main loop, to begin at tick ramp_at of the coasting; 0: none
	uint16_t ramp_at;
} m;

// The main loop's: the state at the end of the queue.
static knot_t last[JOINTS];

static inline bool still(void) { return m.axis[0].v == 0 && m.axis[1].v == 0 && m.axis[2].v == 0; }

// step asks for a joint's pulse at the next tick.
static inline __attribute__((always_inline)) void step(uint8_t j, int8_t by) {
	if (by == 0)
		return;
	hal_dir(j, by > 0);
	m.pulses |= (uint8_t)(1 << j);
}

static inline __attribute__((always_inline)) void advance(void) {
	step(0, cubic_advance(&m.axis[0]));
	step(1, cubic_advance(&m.axis[1]));
	step(2, cubic_advance(&m.axis[2]));
}

bool motion_tick(void) {
	hal_step_high(m.pulses);
	m.pulses = 0;
	bool over = false;
	switch (m.mode) {
	case RESTING: break;
	case FOLLOWING:
	case RAMPING:
		if (--m.left != 0) {
			advance();
		} else if (m.chords == 0) {
			over = true;
		} else {
			m.left = --m.chords == 0 ? m.last : CHORD;
			advance();
			cubic_chord(&m.axis[0]);
			cubic_chord(&m.axis[1]);
			cubic_chord(&m.axis[2]);
		}
		break;
	case COASTING:
		advance();
		over = ++m.n == m.ramp_at && m.ramp_at != 0;
		break;
	case DWELLING: over = m.wait == 0 || --m.wait == 0; break;
	}
	hal_step_low();
	return over;
}

// load begins a segment: chords of four ticks, and a last one of what is left, at whose end it lands.
static void load(const item_t *it, mode_t mode) {
	uint8_t rest = it->ticks % CHORD;
	m.last = rest == 0 ? CHORD : rest;
	m.chords = (it->ticks - m.last) / CHORD;
	m.left = m.chords == 0 ? m.last : CHORD;
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_load(&m.axis[j], &it->plan[j]);
	m.mode = mode;
}

// begin takes up the first item of the queue. Without one a joint that has a velocity coasts until its ramp is ready.
static void begin(void) {
	if (m.count == 0) {
		m.n = m.ramp_at = 0;
		m.mode = still() ? RESTING : COASTING;
		m.starved = m.mode == COASTING;
		return;
	}
	const item_t *it = &m.queue[m.first];
	if (!it->actuate) {
		load(it, FOLLOWING);
		return;
	}
	hal_pump(it->pump);
	hal_valve(it->valve);
	m.wait = it->dwell;
	m.mode = DWELLING;
}

static void finish(void) {
	m.done = m.queue[m.first].id;
	m.first = (m.first + 1) % QUEUE_LEN;
	m.count--;
	begin();
}

static void land(void) {
	for (uint8_t j = 0; j < JOINTS; j++)
		step(j, cubic_land(&m.axis[j]));
}

void motion_turn_over(void) {
	switch (m.mode) {
	case FOLLOWING:
		land();
		finish();
		break;
	case DWELLING: finish(); break;
	case COASTING:
		if (m.ramp_at == 0)
			break; // held between the last tick of a segment and this: the ramp is yet to be prepared
		m.ramp_at = 0;
		load(&m.ramp, RAMPING);
		break;
	case RAMPING:
		land();
		m.mode = RESTING;
		break;
	case RESTING: break;
	}
}

void motion_init(void) { memset(&m, 0, sizeof m); }

static mode_t mode(void) {
	hal_lock();
	mode_t now = m.mode;
	hal_unlock();
	return now;
}

// anchor makes the present position the state that the next segment starts from, if the arm rests.
static void anchor(void) {
	if (mode() != RESTING)
		return;
	for (uint8_t j = 0; j < JOINTS; j++)
		last[j] = (knot_t){.position = cubic_256(&m.axis[j])};
}

// push queues an item and, when nothing is at work, takes it up.
static void push(const item_t *it) {
	hal_lock();
	uint8_t place = (m.first + m.count) % QUEUE_LEN; // the tick moves both, and not their sum
	hal_unlock();
	m.queue[place] = *it; // the tick doesn't look beyond count
	hal_lock();
	m.count++;
	if (m.mode == RESTING)
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
	for (uint8_t j = 0; j < JOINTS; j++) {
		r.joint = j;
		r.code = cubic_check(&bounds[j], last[j], (knot_t){s->end[j], s->exit[j]}, s->ticks, &r.detail);
		if (r.code != 0)
			return r;
	}
	static item_t it;
	it = (item_t){.id = s->id, .ticks = s->ticks};
	for (uint8_t j = 0; j < JOINTS; j++) {
		knot_t to = {s->end[j], s->exit[j]};
		cubic_plan(&it.plan[j], last[j], to, s->ticks);
		last[j] = to;
	}
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
	it = (item_t){.id = a->id, .actuate = true, .pump = a->pump, .valve = a->valve, .dwell = 20UL * a->dwell_ms};
	push(&it);
	return r;
}

void motion_hold(void) {
	hal_lock();
	m.count = 0;
	if (m.mode == DWELLING)
		m.mode = RESTING;
	if (m.mode == FOLLOWING) {
		m.n = 0;
		m.ramp_at = 0;
		m.mode = still() ? RESTING : COASTING;
	}
	hal_unlock();
	if (m.mode == RESTING)
		motion_halt();
}

// lead is how many ticks ahead a ramp is prepared; computing it takes fewer.
static uint16_t lead = 100;

void motion_ramp(const int32_t stop_accel[JOINTS]) {
	hal_lock();
	bool wanted = m.mode == COASTING && m.ramp_at == 0;
	hal_unlock();
	if (!wanted)
		return;
	int32_t v[JOINTS];
	int64_t pos[JOINTS];
	hal_lock();
	uint16_t at = m.n + lead;
	for (uint8_t j = 0; j < JOINTS; j++) {
		v[j] = m.axis[j].v;
		pos[j] = cubic_position(&m.axis[j]);
	}
	hal_unlock();
	for (uint8_t j = 0; j < JOINTS; j++)
		pos[j] += (int64_t)v[j] * lead; // not under the lock: it takes longer than a tick
	m.ramp.ticks = cubic_ramp_ticks(v, stop_accel);
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_ramp(&m.ramp.plan[j], pos[j], v[j], m.ramp.ticks);
	hal_lock();
	bool late = m.n >= at;
	m.ramp_at = late ? 0 : at;
	hal_unlock();
	lead = late ? 2 * lead : 100; // late: once more, with more time
}

void motion_halt(void) {
	hal_lock();
	m.mode = RESTING;
	m.count = m.pulses = 0;
	m.ramp_at = 0;
	m.starved = false;
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_rest(&m.axis[j], cubic_256(&m.axis[j]));
	hal_unlock();
}

void motion_drive(uint8_t joint, int32_t speed) {
	hal_lock();
	m.axis[joint].v = speed;
	m.axis[joint].vlo = 0;
	m.ramp_at = 0;
	m.mode = COASTING;
	hal_unlock();
}

void motion_place(const int32_t position[JOINTS]) {
	motion_halt();
	hal_lock();
	for (uint8_t j = 0; j < JOINTS; j++)
		cubic_rest(&m.axis[j], position[j]);
	hal_unlock();
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
		position[j] = cubic_256(&m.axis[j]);
	hal_unlock();
}
