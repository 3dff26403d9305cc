#include "cubic.h"

// A shape is a segment as the formulas see it.
typedef struct {
	int64_t dist, quad, cub; // D, a·T², b·T³: Q.32
	int64_t entry, exit;
} shape_t;

static shape_t shape(int64_t pos, int64_t end, int32_t entry, int32_t exit, uint16_t ticks) {
	int64_t dist = end - pos;
	return (shape_t){
		.dist = dist,
		.quad = 3 * dist - (2 * (int64_t)entry + exit) * ticks,
		.cub = ((int64_t)entry + exit) * ticks - 2 * dist,
		.entry = entry,
		.exit = exit,
	};
}

static int64_t magnitude(int64_t v) { return v < 0 ? -v : v; }

// div_round rounds to the nearest, halves away from zero.
static int64_t div_round(int64_t n, int64_t d) { return n < 0 ? -((-n + d / 2) / d) : (n + d / 2) / d; }

static int32_t saturate(int64_t v) {
	if (v > INT32_MAX)
		return INT32_MAX;
	return v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

static void fill(plan_t *p, const shape_t *s, uint16_t ticks, int32_t end, int32_t exit) {
	int64_t t2 = (int64_t)ticks * ticks;
	int64_t a4 = div_round(s->quad * 1024, t2);
	int64_t b96 = div_round(s->cub * (96 * 256), t2 * ticks);
	int64_t vel = s->entry * 256 + a4 + div_round(b96, 6);
	*p = (plan_t){
		.v = (int32_t)(vel >> 8), .vlo = (uint8_t)vel, .dv = (int32_t)(2 * a4 + b96), .ddv = (int32_t)b96, .end = end, .exit = exit,
	};
}

static int64_t q32(int32_t position) { return (int64_t)position * (1L << 24); }

void cubic_plan(plan_t *p, knot_t from, knot_t to, uint16_t ticks) {
	shape_t s = shape(q32(from.position), q32(to.position), from.velocity, to.velocity, ticks);
	fill(p, &s, ticks, to.position, to.velocity);
}

void cubic_ramp(plan_t *p, int64_t pos, int32_t v, uint16_t ticks) {
	int64_t stop = pos + (int64_t)v * ticks / 2;
	int32_t end = (int32_t)((stop + (1L << 23)) >> 24);
	shape_t s = shape(pos, q32(end), v, 0, ticks);
	fill(p, &s, ticks, end, 0);
}

uint16_t cubic_ramp_ticks(const int32_t v[JOINTS], const int32_t decel[JOINTS]) {
	int64_t ticks = MIN_TICKS;
	for (uint8_t j = 0; j < JOINTS; j++) {
		int64_t d = decel[j] > 0 ? decel[j] : 1;
		int64_t needed = (magnitude(v[j]) * 256 + d - 1) / d;
		if (needed > ticks)
			ticks = needed;
	}
	return ticks < MAX_RAMP_TICKS ? (uint16_t)ticks : MAX_RAMP_TICKS;
}

// The checks compare products where the protocol divides, which is the same and many times faster on eight bits: |n / d| is
// above a bound when |n| is at least (bound + 1) · d. Only the detail of a fault is divided for.

// middle_too_fast is |(6·D / T − v₀ − exit) / 4| > most, both divisions truncated.
static bool middle_too_fast(const shape_t *s, uint16_t ticks, int32_t most) {
	int64_t d6 = 6 * s->dist, sum = s->entry + s->exit;
	int64_t high = 4 * ((int64_t)most + 1) + sum, low = -4 * ((int64_t)most + 1) + sum; // 6·D / T at least, or at most
	bool above = high > 0 ? d6 >= high * ticks : d6 > (high - 1) * ticks;
	bool below = low < 0 ? d6 <= low * ticks : d6 < (low + 1) * ticks;
	return above || below;
}

static bool exceeds(int64_t n, int64_t d, int64_t most) { return magnitude(n) + d / 2 >= (most + 1) * d; }

uint8_t cubic_check(const bounds_t *b, knot_t from, knot_t to, uint16_t ticks, int32_t *detail) {
	*detail = ticks;
	if (ticks < MIN_TICKS || ticks > MAX_TICKS)
		return F_TICKS;
	*detail = to.position;
	if (to.position < b->min || to.position > b->max)
		return F_LIMIT;
	int64_t pos = q32(from.position), end = q32(to.position);
	if (magnitude(end - pos) >= (1LL << 31) * ticks) { // first, for it keeps the rest from overflowing
		*detail = saturate((end - pos) / ticks);
		return F_SPEED;
	}
	shape_t s = shape(pos, end, from.velocity, to.velocity, ticks);
	*detail = to.velocity;
	if (magnitude(to.velocity) > b->max_speed)
		return F_SPEED;
	if (middle_too_fast(&s, ticks, b->max_speed)) {
		*detail = saturate((6 * s.dist / ticks - s.entry - s.exit) / 4);
		return F_SPEED;
	}
	int64_t t2 = (int64_t)ticks * ticks, most = b->max_accel + (6LL << 32) / t2;
	int64_t entry = s.quad * 512, exit = entry + s.cub * (6 * 256);
	*detail = 0;
	if (exceeds(entry, t2, most)) {
		*detail = saturate(div_round(entry, t2));
		return F_ACCEL;
	}
	if (exceeds(exit, t2, most)) {
		*detail = saturate(div_round(exit, t2));
		return F_ACCEL;
	}
	return 0;
}
