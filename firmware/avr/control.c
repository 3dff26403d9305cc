#include "control.h"

#include "bytes.h"
#include "field.h"
#include "hal.h"
#include "homing.h"
#include "link.h"
#include "setup.h"
#include "show.h"

static uint32_t nonce;
static decoder_t decoder;
static uint16_t last_ms;

static bool set_up_mode; // by its button: the motors are free, and no host is given a session that could move them

bool control_set_up_mode(void) { return set_up_mode; }

// change_mode enters the set-up mode or leaves it. The session ends, so that the host shakes hands anew and hears of it.
static void change_mode(void) {
	set_up_mode = !set_up_mode;
	stops_emergency(CAUSE_BUTTON);
	hal_drivers(false);
	if (set_up_mode)
		panel_begin();
	else
		panel_end();
	setup_session();
	link_reset(0);
	nonce = 0;
}

uint8_t control_state(void) {
	if (stops.latched)
		return motion_working() ? S_STOPPING : S_STOPPED;
	if (!setup.accepted)
		return S_UNSET;
	if (homing_active())
		return S_HOMING;
	return stops.homed ? S_READY : S_UNHOMED;
}

// hello opens a session, or answers again in the same one.
static void hello(const uint8_t *p) {
	uint32_t wanted = get32(p + 2);
	if ((uint8_t)wanted == 0)
		return; // session 0 is none
	if (p[0] != PROTO_MAJOR || set_up_mode) {
		report_hello(wanted); // it hears whom it speaks to, and gets no session
		return;
	}
	if (wanted != nonce || link_session() == 0) {
		nonce = wanted;
		link_reset((uint8_t)wanted);
		setup_session();
		stops_session();
		motion_forget_done();
		report_soon();
	}
	stops.heard = (uint16_t)hal_ms();
	report_hello(nonce);
}

static void close_setup(const uint8_t *p) {
	bool moving = motion_working() || homing_active();
	uint8_t echo[3];
	echo[0] = setup_rates(p, moving);
	put16(echo + 1, setup.crc);
	if (echo[0] == SETUP_OK)
		hal_drivers(true);
	link_send(T_SETUP_ECHO, echo, sizeof echo);
	report_soon();
}

static void home(void) {
	uint8_t state = control_state();
	if (stops.latched)
		return; // it was on the way when the arm stopped
	if ((state != S_UNHOMED && state != S_READY) || motion_working()) {
		report_fault(F_STATE, 0, 0, state);
		return;
	}
	stops.homed = false;
	motion_halt();
	homing_start();
}

static void enqueue(const frame_t *f) {
	const uint8_t *p = f->payload;
	uint8_t state = control_state();
	if (stops.latched)
		return;
	if (state != S_READY) {
		report_fault(F_STATE, 0, get16(p), state);
		return;
	}
	refusal_t no;
	if (f->type == T_SEGMENT) {
		segment_t s = {.id = get16(p), .ticks = get16(p + 2)};
		for (uint8_t j = 0; j < JOINTS; j++) {
			s.end[j] = (int32_t)get32(p + 4 + 4 * j);
			s.exit[j] = (int32_t)get32(p + 16 + 4 * j);
		}
		no = motion_push_segment(&s, setup.bounds);
	} else {
		actuate_t a = {.id = get16(p), .pump = p[2] != 0, .valve = p[3] != 0, .dwell_ms = get16(p + 4)};
		no = motion_push_actuate(&a);
	}
	if (no.code != 0)
		stops_fault(no.code, no.joint, no.id, no.detail);
}

// impossible tells a payload with a value that its type doesn't have.
static bool impossible(const frame_t *f) {
	const uint8_t *p = f->payload;
	switch (f->type) {
	case T_ACTUATE: return p[2] > 1 || p[3] > 1;
	case T_STOP: return p[0] < STOP_SOFT || p[0] > STOP_EMERGENCY;
	case T_BUTTON_LED: return p[0] > 3;
	default: return false;
	}
}

static void servos(const uint8_t *p) {
	uint16_t micros[4];
	for (uint8_t i = 0; i < 4; i++)
		micros[i] = get16(p + 2 * i);
	show_servos(micros);
}

static void obey(const frame_t *f) {
	const uint8_t *p = f->payload;
	switch (f->type) {
	case T_SETUP_LIMITS: setup_limits(p); break;
	case T_SETUP_HOMING: setup_homing(p); break;
	case T_SETUP_RATES: close_setup(p); break;
	case T_HOME: home(); break;
	case T_SEGMENT:
	case T_ACTUATE: enqueue(f); break;
	case T_STOP: stops_obey(p); break;
	case T_CLEAR: stops_clear(get16(p)); break;
	case T_HEARTBEAT: report_beat(get16(p)); break;
	case T_SERVOS: servos(p); break;
	case T_LEDS: show_eyes(p); break;
	case T_BUTTON_LED: show_lamp(p[0]); break;
	default: break; // acknowledgements have been taken, and a minor version may bring more
	}
}

void control_take(const frame_t *f) {
	if (f->type == T_HELLO_REQUEST) {
		hello(f->payload);
		return;
	}
	if (!link_receive((uint16_t)hal_ms(), f))
		return;
	stops.heard = (uint16_t)hal_ms();
	if (impossible(f))
		report_fault(F_BAD_OBJECT, 0, 0, f->type);
	else
		obey(f);
}

static void step_homing(void) {
	uint8_t joint;
	switch (homing_step(&joint)) {
	case HOMING_DONE: stops.homed = true; break;
	case HOMING_LOST: stops_fault(F_HOMING, joint, 0, 0); break;
	case HOMING_ON: break;
	}
}

void control_step(void) {
	field_step();
	switches_step();
	if (buttons_step())
		report_press();
	if (buttons_setup_held())
		change_mode();
	stops_step();
	if (homing_active())
		step_homing();
	if (set_up_mode)
		panel_step();
	show_step();
}

void control_init(void) {
	hal_init();
	motion_init();
	homing_stop();
	stops_init();
	field_init();
	show_init();
	link_reset(0);
	report_init();
	setup = (setup_t){0};
	decoder = (decoder_t){0};
	nonce = 0;
	set_up_mode = false;
	last_ms = (uint16_t)hal_ms();
}

void control_poll(void) {
	frame_t f;
	uint8_t byte;
	while (hal_rx(&byte)) {
		if (!frame_feed(&decoder, byte, &f))
			continue;
		control_take(&f);
		if ((uint16_t)hal_ms() != last_ms)
			break; // its turn is between two frames: to plan a segment takes two of them
	}
	uint16_t now = (uint16_t)hal_ms();
	if (last_ms != now) { // one at a time: the line is listened to in between
		last_ms++;
		control_step();
	}
	link_advance(now); // an echo or a fault leaves before the status that follows from it
	report_step(now);
	link_advance(now);
	show_poll();
	hal_watchdog();
}
