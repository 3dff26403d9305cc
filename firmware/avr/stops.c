#include <string.h>

#include "bytes.h"
#include "control.h"
#include "field.h"
#include "hal.h"
#include "homing.h"
#include "link.h"
#include "setup.h"

stops_t stops;

enum {
	SUPPLY_LEAST = 10500, SUPPLY_GREATEST = 14500, SUPPLY_MS = 100, // mV; for so long, for a motor's start makes it dip
	SWITCH_FAR = 178 * 256L,                                       // two degrees, 1/256 step
};

#define OUTERMOST (MAX_POSITION + (256L << 8)) // 1/256 step; a position is counted to 32 767 steps

void stops_init(void) { memset(&stops, 0, sizeof stops); }

static void vacuum_off(void) {
	hal_lock(); // the tick switches them, too
	hal_pump(false);
	hal_valve(false);
	hal_unlock();
	stops.pump_timed = false;
}

void stops_soft(uint8_t cause) {
	if (stops.latched)
		return;
	stops.latched = true;
	stops.cause = cause;
	if (homing_active()) {
		homing_stop();
		stops.homed = false;
	}
	motion_hold();
}

void stops_emergency(uint8_t cause) {
	if (stops.latched && stops.cause == cause && !motion_working())
		return;
	homing_stop();
	stops.latched = true;
	stops.cause = cause;
	stops.homed = false;
	vacuum_off();
}

void stops_fault(uint8_t code, uint8_t joint, uint16_t id, int32_t detail) {
	report_fault(code, joint, id, detail);
	stops_soft(CAUSE_FAULT);
}

void stops_obey(const uint8_t *p) {
	stops.nonce = get16(p + 1);
	if (p[0] == STOP_EMERGENCY)
		stops_emergency(CAUSE_EMERGENCY);
	else
		stops_soft(CAUSE_SOFT);
	link_state(T_STOP_CONFIRM, p, 3);
}

void stops_clear(uint16_t nonce) {
	if (!stops.latched)
		report_fault(F_NOT_HELD, 0, 0, 0);
	else if (motion_working() || nonce != stops.nonce)
		return;
	else if (buttons_down() & BUTTON_ESTOP)
		report_fault(F_ESTOP, 0, 0, 0);
	else {
		stops.latched = false;
		stops.cause = CAUSE_NONE;
	}
}

// abandoned stops what is going on because nobody hears of it, and lets the vacuum's time run.
static void abandoned(void) {
	if (motion_working() || homing_active())
		stops_soft(CAUSE_SILENCE);
	if ((hal_pumping() || hal_venting()) && !stops.pump_timed) {
		stops.pump_timed = true;
		stops.pump_ms = stops.pump_s = 0;
	}
}

void stops_session(void) {
	stops.nonce = 0;
	abandoned();
}

// listen watches for the host's silence.
static void listen(void) {
	uint16_t silent = (uint16_t)hal_ms() - stops.heard;
	if (silent >= setup.silence_ms) {
		stops.heard = (uint16_t)hal_ms() - setup.silence_ms; // the difference must not wrap
		abandoned();
	} else if (setup.accepted) {
		stops.pump_timed = false;
	}
	if (!stops.pump_timed)
		return;
	if (++stops.pump_ms == 1000) {
		stops.pump_ms = 0;
		stops.pump_s++;
	}
	if (stops.pump_s >= setup.vacuum_s) {
		vacuum_off();
		report_fault(F_VACUUM, 0, 0, 0);
	}
}

// watch_supply stops when the motors' supply has been out of bounds for a while; with the emergency button in, it is cut.
static void watch_supply(void) {
	static uint8_t odd;
	uint16_t mv = hal_supply();
	if ((mv >= SUPPLY_LEAST && mv <= SUPPLY_GREATEST) || buttons_down() & BUTTON_ESTOP) {
		odd = 0;
		return;
	}
	if (odd < SUPPLY_MS) {
		odd++;
		return;
	}
	if (motion_working() || homing_active())
		stops_fault(F_SUPPLY, 0, 0, mv);
}

// watch_switches looks for one that is closed where the position says it is far: the position is not to be believed.
static void watch_switches(void) {
	uint8_t closed = switches_closed();
	if (!stops.homed || closed == 0)
		return;
	int32_t at[JOINTS];
	motion_position(at);
	for (uint8_t j = 0; j < JOINTS; j++) {
		int32_t away = setup.fast[j] > 0 ? setup.at[j] - at[j] : at[j] - setup.at[j];
		if ((closed >> j & 1) == 0 || away <= SWITCH_FAR)
			continue;
		motion_halt();
		stops.homed = false;
		stops_fault(F_SWITCH, j, 0, 0);
		return;
	}
}

// watch_range gives the position up before it overflows: a ramp from limits that are as far out as may be goes beyond them. Now and
// then is enough, for a joint makes nine steps in a millisecond at most.
static void watch_range(void) {
	static uint8_t turn;
	if (++turn % 16 != 0 || !stops.homed)
		return;
	int32_t at[JOINTS];
	motion_position(at);
	for (uint8_t j = 0; j < JOINTS; j++) {
		if (at[j] >= -OUTERMOST && at[j] <= OUTERMOST)
			continue;
		stops.homed = false;
		stops_fault(F_LIMIT, j, 0, at[j]);
		return;
	}
}

void stops_step(void) {
	if (buttons_down() & BUTTON_ESTOP)
		stops_emergency(CAUSE_BUTTON);
	if (motion_starved())
		stops_fault(F_STARVED, 0, motion_done(), 0);
	if (setup.told) {
		listen();
		watch_supply();
		watch_switches();
		watch_range();
	}
	if (!homing_active()) // which brakes by itself, and a ramp is dear
		motion_ramp(setup.stop_accel);
}
