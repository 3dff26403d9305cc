#include <string.h>

#include "bytes.h"
#include "control.h"
#include "field.h"
#include "hal.h"
#include "homing.h"
#include "link.h"
#include "setup.h"

enum { REPORT_MS = 100, HELLO_MS = 500, STATUS_SIZE = 23 };

#ifndef FIRMWARE_HASH
#define FIRMWARE_HASH 0
#endif

static struct {
	uint16_t hello, status, snapshot; // ms of the last one
	bool status_due, snapshot_due;
	uint8_t told[6]; // state, flags, cause and done of the last status
	uint32_t bits;
	uint8_t buttons, presses;
	uint16_t counter, beat;
} r;

void report_init(void) {
	memset(&r, 0, sizeof r);
	r.hello = (uint16_t)(hal_ms() - HELLO_MS);
}

void report_fault(uint8_t code, uint8_t joint, uint16_t id, int32_t detail) {
	uint8_t p[8];
	put32(put16(put8(put8(p, code), joint), id), (uint32_t)detail);
	link_send(T_FAULT, p, sizeof p);
}

void report_hello(uint32_t nonce) {
	uint8_t p[18], *q = p;
	q = put8(put8(q, PROTO_MAJOR), PROTO_MINOR);
	q = put8(put8(q, control_set_up_mode() ? HELLO_SET_UP_MODE : 0), hal_cause());
	q = put32(put32(q, FIRMWARE_HASH), hal_boot());
	q = put32(q, nonce);
	put16(q, setup.crc);
	link_state(T_HELLO, p, sizeof p);
}

void report_press(void) {
	uint8_t p[5];
	r.presses++;
	r.snapshot_due = true;
	put32(put8(p, r.presses), field_bits());
	link_send(T_PRESS, p, sizeof p);
}

void report_beat(uint16_t nonce) { r.beat = nonce; }

void report_soon(void) { r.status_due = r.snapshot_due = true; }

static uint16_t flags(void) {
	uint16_t f = stops.homed ? FLAG_HOMED : 0;
	if (motion_moving() || homing_active())
		f |= FLAG_MOVING;
	if (buttons_down() & BUTTON_ESTOP)
		f |= FLAG_ESTOP;
	if (hal_pumping())
		f |= FLAG_PUMP;
	if (hal_venting())
		f |= FLAG_VALVE;
	return setup.accepted ? f | FLAG_SETUP : f;
}

static void status(uint16_t now) {
	uint8_t p[STATUS_SIZE], *q = p;
	int32_t position[JOINTS];
	uint16_t done = motion_done();
	q = put16(put8(q, control_state()), flags());
	q = put8(put8(q, stops.cause), motion_free());
	q = put16(q, done);
	const uint8_t told[6] = {p[0], p[1], p[2], p[3], (uint8_t)done, (uint8_t)(done >> 8)};
	if (!r.status_due && (uint16_t)(now - r.status) < REPORT_MS && memcmp(told, r.told, sizeof told) == 0)
		return;
	motion_position(position);
	for (uint8_t j = 0; j < JOINTS; j++)
		q = put32(q, (uint32_t)position[j]);
	put16(put16(q, hal_supply()), r.beat);
	if (!link_state(T_STATUS, p, sizeof p))
		return; // no room: with the next round
	memcpy(r.told, told, sizeof told);
	r.status = now;
	r.status_due = false;
}

static void snapshot(uint16_t now) {
	uint32_t bits = field_bits();
	uint8_t buttons = buttons_down();
	if (!r.snapshot_due && bits == r.bits && buttons == r.buttons && (uint16_t)(now - r.snapshot) < REPORT_MS)
		return;
	uint8_t p[8];
	put8(put8(put32(put16(p, r.counter + 1), bits), buttons), r.presses);
	if (!link_state(T_SNAPSHOT, p, sizeof p))
		return;
	r.counter++;
	r.bits = bits;
	r.buttons = buttons;
	r.snapshot = now;
	r.snapshot_due = false;
}

void report_step(uint16_t now) {
	if (link_session() != 0) {
		snapshot(now);
		status(now);
	} else if ((uint16_t)(now - r.hello) >= HELLO_MS) {
		r.hello = now;
		report_hello(0);
	}
}
