// The controller's mind: what each frame does in each state, stops and their latch, silence, supply, and what is reported.
// It belongs to the main loop.
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "motion.h"

// The latch and what has to do with stopping (stops.c).
typedef struct {
	bool latched;
	uint8_t cause;
	uint16_t nonce;     // of the last STOP in this session
	bool pump_timed;    // the vacuum's time runs
	uint16_t pump_ms;   // … and has run
	uint16_t pump_s;
	uint16_t heard;     // ms of the last frame of the session
	bool homed;
} stops_t;

extern stops_t stops;

void stops_init(void);
void stops_soft(uint8_t cause);                        // ramp down and latch
void stops_emergency(uint8_t cause);                   // no further pulse, pump and valve off, position lost
void stops_fault(uint8_t code, uint8_t joint, uint16_t id, int32_t detail); // report it and stop softly
void stops_obey(const uint8_t *payload);               // STOP
void stops_clear(uint16_t nonce);                      // CLEAR
void stops_session(void);                              // a new session stops as silence does
void stops_step(void);                                 // one millisecond: silence, vacuum, supply, switches, emergency button

// What is reported (report.c).
void report_init(void);
void report_fault(uint8_t code, uint8_t joint, uint16_t id, int32_t detail);
void report_hello(uint32_t nonce);
void report_press(void);
void report_beat(uint16_t nonce);
void report_soon(void); // a status and a snapshot are due at once
void report_step(uint16_t now);

// control_state is the state as STATUS has it.
uint8_t control_state(void);

// control_take acts on a frame.
void control_take(const frame_t *f);

// control_step is one millisecond of everything that isn't the tick's.
void control_step(void);

// control_init begins as after a reset; control_poll is the main loop's body: bytes, milliseconds, what is due.
void control_init(void);
void control_poll(void);

// control_set_up_mode tells that the set-up button was held: the arm can be moved by hand, and nothing else moves it.
bool control_set_up_mode(void);

#endif
