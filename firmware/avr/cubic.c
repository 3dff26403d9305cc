#include "cubic.h"

#include "wide.h"

// A shape is a segment as the formulas see it.
typedef struct {
	int64_t dist, quad, cub; // D, a·T², b·T³: Q.32
	int64_t entry, exit;     // v₀·T, v₁·T
} shape_t;

static shape_t shape(int64_t pos, int64_t end, int32_t entry, int32_t exit, uint16_t ticks) {
	shape_t s = {.dist = end - pos, .entry = wide_mul(entry, ticks), .exit = wide_mul(exit, ticks)};
	s.quad = 3 * s.dist - 2 * s.entry - s.exit;
	s.cub = s.entry + s.exit - 2 * s.dist;
	return s;
}

static int64_t magnitude(int64_t v) { return v < 0 ? -v : v; }

static uint32_t square(uint16_t ticks) { return (uint32_t)ticks * ticks; }

static int32_t saturate(int64_t v) {
	if (v > INT32_MAX)
		return INT32_MAX;
	return v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

static void fill(plan_t *p, const shape_t *s, uint16_t ticks, knot_t from, knot_t to) {
	uint32_t t2 = square(ticks);
	int64_t a4 = wide_div_round(s->quad * 1024, t2);
	int64_t b96 = wide_div_round3(s->cub * (96 * 256), t2, ticks);
	int64_t vel = (int64_t)from.velocity * 256 + a4 + wide_sixth((int32_t)b96);
	*p = (plan_t){
		.v = (int32_t)(vel >> 8), .vlo = (uint8_t)vel, .dv = (int32_t)(2 * a4 + b96), .ddv = (int32_t)b96,
		.end = to.position, .exit = to.velocity,
	};
}

static int64_t q32(int32_t position) { return (int64_t)position * (1L << 24); }

void cubic_ramp(plan_t *p, int64_t pos, int32_t v, uint16_t ticks) {
	int64_t stop = pos + wide_mul(v, ticks) / 2;
	knot_t to = {.position = (int32_t)((stop + (1L << 23)) >> 24)};
	shape_t s = shape(pos, q32(to.position), v, 0, ticks);
	fill(p, &s, ticks, (knot_t){.velocity = v}, to);
}

uint16_t cubic_ramp_ticks(const int32_t v[JOINTS], const int32_t decel[JOINTS]) {
	int64_t ticks = MIN_TICKS;
	for (uint8_t j = 0; j < JOINTS; j++) {
		uint32_t d = decel[j] > 0 ? (uint32_t)decel[j] : 1;
		int64_t needed = (int64_t)wide_div((uint64_t)magnitude(v[j]) * 256 + d - 1, d);
		if (needed > ticks)
			ticks = needed;
	}
	return ticks < MAX_RAMP_TICKS ? (uint16_t)ticks : MAX_RAMP_TICKS;
}

// The checks compare products where the protocol divides, which is the same and many times faster on eight bits: |n / d| is
// above a bound when |n| is at least (bound + 1) · d. Only the detail of a fault is divided for.

// middle_too_fast is |(6·D / T − v₀ − exit) / 4| > most, both divisions truncated.
static bool middle_too_fast(const shape_t *s, uint16_t ticks, int64_t sum, int32_t most) {
	int64_t d6 = 6 * s->dist, span = 4 * wide_mul(most + 1, ticks), middle = s->entry + s->exit, bound = 4 * ((int64_t)most + 1);
	int64_t high = middle + span, low = middle - span; // times T: 6·D / T at least, or at most
	bool above = bound + sum > 0 ? d6 >= high : d6 > high - ticks;
	bool below = sum - bound < 0 ? d6 <= low : d6 < low + ticks;
	return above || below;
}

// accel_bound is the least |n| that gives more than most when divided by T² and rounded.
static int64_t accel_bound(uint32_t t2, uint32_t most) { return (int64_t)((uint64_t)(most + 1) * t2 - t2 / 2); }

static uint8_t check_accel(const shape_t *s, uint32_t t2, int32_t max_accel, int32_t *detail) {
	int64_t entry = s->quad * 512, exit = entry + s->cub * (6 * 256), bound = accel_bound(t2, (uint32_t)max_accel);
	*detail = 0;
	if (magnitude(entry) < bound && magnitude(exit) < bound)
		return 0; // without a division, as nearly always
	bound = accel_bound(t2, (uint32_t)max_accel + (uint32_t)wide_div(6ULL << 32, t2));
	if (magnitude(entry) < bound && magnitude(exit) < bound)
		return 0;
	*detail = saturate(wide_div_round(magnitude(entry) < bound ? exit : entry, t2));
	return F_ACCEL;
}

uint8_t cubic_plan(plan_t *p, const bounds_t *b, knot_t from, knot_t to, uint16_t ticks, int32_t *detail) {
	*detail = ticks;
	if (ticks < MIN_TICKS || ticks > MAX_TICKS)
		return F_TICKS;
	*detail = to.position;
	if (to.position < b->min || to.position > b->max)
		return F_LIMIT;
	shape_t s = shape(q32(from.position), q32(to.position), from.velocity, to.velocity, ticks);
	if (magnitude(s.dist) >> 24 >= (int32_t)HALF * ticks) { // first, for it keeps the rest from overflowing
		*detail = saturate(s.dist / ticks);
		return F_SPEED;
	}
	*detail = to.velocity;
	if (to.velocity > b->max_speed || to.velocity < -b->max_speed)
		return F_SPEED;
	int64_t sum = (int64_t)from.velocity + to.velocity;
	if (middle_too_fast(&s, ticks, sum, b->max_speed)) {
		*detail = saturate((6 * s.dist / ticks - sum) / 4);
		return F_SPEED;
	}
	uint8_t fault = check_accel(&s, square(ticks), b->max_accel, detail);
	if (fault == 0)
		fill(p, &s, ticks, from, to);
	return fault;
}
