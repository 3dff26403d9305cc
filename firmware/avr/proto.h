// The wire protocol's numbers, as ../PROTOCOL.md has them.
#ifndef PROTO_H
#define PROTO_H

#include <stdbool.h>
#include <stdint.h>

enum { PROTO_MAJOR = 1, PROTO_MINOR = 0 };

enum {
	JOINTS = 3,
	QUEUE_LEN = 16,
	MAX_PAYLOAD = 48,
	FRAME_HEAD = 4,                                // type, session, sequence, acknowledgement
	FRAME_PLAIN = FRAME_HEAD + MAX_PAYLOAD + 2,    // with its CRC
	FRAME_MAX = FRAME_PLAIN + 2,                   // on the line: stuffed, with its delimiter
};

// Types of frames.
enum {
	T_HELLO_REQUEST = 0x01, T_SETUP_LIMITS, T_SETUP_HOMING, T_SETUP_RATES, T_HOME, T_SEGMENT, T_ACTUATE, T_CLEAR, T_BUTTON_LED,
	T_HEARTBEAT = 0x10, T_STOP, T_SERVOS, T_LEDS, T_ACK, T_NAK,
	T_HELLO = 0x41, T_SETUP_ECHO, T_PRESS, T_FAULT, T_STATUS, T_SNAPSHOT, T_STOP_CONFIRM, T_ANALOGUE,
};

// States in STATUS.
enum { S_UNSET, S_UNHOMED, S_HOMING, S_READY, S_STOPPING, S_STOPPED };

// Flags in STATUS.
enum { FLAG_HOMED = 1, FLAG_MOVING = 2, FLAG_ESTOP = 4, FLAG_PUMP = 8, FLAG_VALVE = 16, FLAG_SETUP = 32 };

// Flags in HELLO.
enum { HELLO_VIRTUAL = 1, HELLO_SET_UP_MODE = 2 };

// Causes of a stop.
enum { CAUSE_NONE, CAUSE_SOFT, CAUSE_EMERGENCY, CAUSE_BUTTON, CAUSE_SILENCE, CAUSE_FAULT };

// Faults.
enum {
	F_QUEUE = 1, F_STATE, F_TICKS, F_LIMIT, F_SPEED, F_ACCEL, F_STARVED, F_HOMING, F_SUPPLY, F_ESTOP, F_VACUUM, F_MOVING, F_SWITCH,
	F_NOT_HELD, F_BAD_OBJECT,
};

// Results of the set-up.
enum { SETUP_OK, SETUP_LIMIT, SETUP_SPEED, SETUP_ACCEL, SETUP_HOME, SETUP_TIME, SETUP_ORDER, SETUP_MOVING };

// STOP's kinds.
enum { STOP_SOFT = 1, STOP_EMERGENCY };

// Buttons in SNAPSHOT.
enum { BUTTON_RED = 1, BUTTON_SETUP = 2, BUTTON_ESTOP = 4 };

// Bounds of the motion arithmetic.
#define MIN_TICKS 20
#define MAX_TICKS 2048
#define MAX_RAMP_TICKS 16383
#define MAX_POSITION (32000L << 8)     // 1/256 step, either side of zero
#define MAX_SPEED 1932735283L          // 0.45 step per tick, Q0.32
#define MAX_ACCEL (1L << 27)           // steps per tick², Q.40

// proto_size is the payload's length of a type, or -1 for one that is not known.
int8_t proto_size(uint8_t type);

// proto_sequenced tells whether a type belongs to the reliable half.
bool proto_sequenced(uint8_t type);

#endif
