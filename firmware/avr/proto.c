#include "proto.h"

int8_t proto_size(uint8_t type) {
	switch (type) {
	case T_HELLO_REQUEST: return 6;
	case T_SETUP_LIMITS: return 24;
	case T_SETUP_HOMING: return 36;
	case T_SETUP_RATES: return 39;
	case T_HOME: return 0;
	case T_SEGMENT: return 28;
	case T_ACTUATE: return 6;
	case T_CLEAR: return 2;
	case T_BUTTON_LED: return 1;
	case T_HEARTBEAT: return 2;
	case T_STOP: return 3;
	case T_SERVOS: return 8;
	case T_LEDS: return 16;
	case T_ACK: return 0;
	case T_NAK: return 0;
	case T_HELLO: return 18;
	case T_SETUP_ECHO: return 3;
	case T_PRESS: return 5;
	case T_FAULT: return 8;
	case T_STATUS: return 23;
	case T_SNAPSHOT: return 8;
	case T_STOP_CONFIRM: return 3;
	case T_ANALOGUE: return 32;
	default: return -1;
	}
}

bool proto_sequenced(uint8_t type) {
	switch (type) {
	case T_SETUP_LIMITS:
	case T_SETUP_HOMING:
	case T_SETUP_RATES:
	case T_HOME:
	case T_SEGMENT:
	case T_ACTUATE:
	case T_CLEAR:
	case T_BUTTON_LED:
	case T_SETUP_ECHO:
	case T_PRESS:
	case T_FAULT:
		return true;
	default:
		return false;
	}
}
