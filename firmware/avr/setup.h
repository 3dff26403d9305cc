// What the host tells before any motion; there are no defaults.
#ifndef SETUP_H
#define SETUP_H

#include "cubic.h"

typedef struct {
	bounds_t bounds[JOINTS];
	int32_t at[JOINTS]; // limit switches, 1/256 step
	int32_t fast[JOINTS], slow[JOINTS];
	int32_t stop_accel[JOINTS];
	uint16_t silence_ms;
	uint8_t vacuum_s;
	bool have_limits, have_homing;
	bool told;     // once since the reset
	bool accepted; // in this session
	uint16_t crc;  // of what was accepted last
} setup_t;

extern setup_t setup;

// setup_session forgets what belongs to a session.
void setup_session(void);

void setup_limits(const uint8_t *payload);
void setup_homing(const uint8_t *payload);

// setup_rates closes the set-up and returns its result.
uint8_t setup_rates(const uint8_t *payload, bool moving);

#endif
