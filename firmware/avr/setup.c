#include "setup.h"

#include "bytes.h"
#include "frame.h"

setup_t setup;

// What is offered becomes the set-up when it is accepted as a whole: the arm may be in motion by the present one.
static struct {
	int32_t min[JOINTS], max[JOINTS];
	int32_t at[JOINTS], fast[JOINTS], slow[JOINTS];
} offer;

void setup_session(void) { setup.accepted = setup.have_limits = setup.have_homing = false; }

static int32_t position(const uint8_t *p, uint8_t j) { return (int32_t)get32(p + 4 * j); }

void setup_limits(const uint8_t *p) {
	for (uint8_t j = 0; j < JOINTS; j++) {
		offer.min[j] = position(p, j);
		offer.max[j] = position(p + 12, j);
	}
	setup.have_limits = true;
	setup.accepted = false;
}

void setup_homing(const uint8_t *p) {
	for (uint8_t j = 0; j < JOINTS; j++) {
		offer.at[j] = position(p, j);
		offer.fast[j] = position(p + 12, j);
		offer.slow[j] = position(p + 24, j);
	}
	setup.have_homing = true;
	setup.accepted = false;
}

// stops_in_time tells an acceleration that is in bounds and brings the joint to rest from its full speed within the longest ramp.
static bool stops_in_time(int32_t accel, int32_t speed) {
	return accel <= MAX_ACCEL && (int64_t)accel * MAX_RAMP_TICKS >= (int64_t)speed * 256;
}

static bool in_range(int32_t position) { return position >= -MAX_POSITION && position <= MAX_POSITION; }

static bool homing_fits(uint8_t j, int32_t speed) {
	int32_t fast = offer.fast[j];
	bool lifts = j == 0 || fast > 0; // upper arm and forearm go up
	return lifts && fast != 0 && fast <= speed && fast >= -speed && offer.slow[j] > 0 && offer.slow[j] <= speed && in_range(offer.at[j]);
}

static uint8_t check(const int32_t speed[], const int32_t accel[], const int32_t stop[], uint16_t silence) {
	for (uint8_t j = 0; j < JOINTS; j++) {
		if (offer.min[j] >= offer.max[j] || !in_range(offer.min[j]) || !in_range(offer.max[j]))
			return SETUP_LIMIT;
		if (speed[j] <= 0 || speed[j] > MAX_SPEED)
			return SETUP_SPEED;
		if (!stops_in_time(accel[j], speed[j]) || !stops_in_time(stop[j], speed[j]))
			return SETUP_ACCEL;
		if (!homing_fits(j, speed[j]))
			return SETUP_HOME;
	}
	return silence < 200 || silence > 5000 ? SETUP_TIME : SETUP_OK;
}

// A mill takes the CRC of numbers as they would travel.
static uint16_t mill(uint16_t crc, const int32_t v[JOINTS]) {
	uint8_t buf[4 * JOINTS], *p = buf;
	for (uint8_t j = 0; j < JOINTS; j++)
		p = put32(p, (uint32_t)v[j]);
	return frame_crc(crc, buf, sizeof buf);
}

// crc is that of the three payloads, marshalled again from memory.
static uint16_t crc(void) {
	int32_t min[JOINTS], max[JOINTS], speed[JOINTS], accel[JOINTS];
	for (uint8_t j = 0; j < JOINTS; j++) {
		const bounds_t *b = &setup.bounds[j];
		min[j] = b->min, max[j] = b->max, speed[j] = b->max_speed, accel[j] = b->max_accel;
	}
	const int32_t *const all[] = {min, max, setup.at, setup.fast, setup.slow, speed, accel, setup.stop_accel};
	uint16_t c = 0xFFFF;
	for (uint8_t i = 0; i < sizeof all / sizeof *all; i++)
		c = mill(c, all[i]);
	uint8_t tail[3];
	put8(put16(tail, setup.silence_ms), setup.vacuum_s);
	c = frame_crc(c, tail, sizeof tail);
	return c ? c : 1;
}

uint8_t setup_rates(const uint8_t *p, bool moving) {
	if (!setup.have_limits || !setup.have_homing)
		return SETUP_ORDER;
	if (moving)
		return SETUP_MOVING;
	int32_t speed[JOINTS], accel[JOINTS], stop[JOINTS];
	for (uint8_t j = 0; j < JOINTS; j++) {
		speed[j] = position(p, j);
		accel[j] = position(p + 12, j);
		stop[j] = position(p + 24, j);
	}
	uint8_t result = check(speed, accel, stop, get16(p + 36));
	if (result != SETUP_OK)
		return result;
	for (uint8_t j = 0; j < JOINTS; j++) {
		setup.bounds[j] = (bounds_t){offer.min[j], offer.max[j], speed[j], accel[j]};
		setup.at[j] = offer.at[j];
		setup.fast[j] = offer.fast[j];
		setup.slow[j] = offer.slow[j];
		setup.stop_accel[j] = stop[j];
	}
	setup.silence_ms = get16(p + 36);
	setup.vacuum_s = p[38];
	setup.accepted = setup.told = true;
	setup.crc = crc();
	return SETUP_OK;
}
