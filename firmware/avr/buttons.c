#include "field.h"
#include "hal.h"
#include "proto.h"

enum { BUTTONS = 3, DOWN_MS = 2, UP_MS = 10, HOLD_MS = 3000 };

static struct {
	uint8_t down;
	uint8_t same[BUTTONS]; // for how long the level has been another one, ms
	uint16_t held;         // the set-up button, ms
} b;

// sample debounces one button; true when it has just been pressed. A press is told as soon as two readings agree; what bounces
// afterwards is no release.
static bool sample(uint8_t i, bool level) {
	uint8_t bit = (uint8_t)(1 << i);
	if (level == ((b.down & bit) != 0)) {
		b.same[i] = 0;
		return false;
	}
	if (++b.same[i] < (level ? DOWN_MS : UP_MS))
		return false;
	b.same[i] = 0;
	b.down ^= bit;
	return level;
}

bool buttons_step(void) {
	uint8_t levels = hal_buttons();
	bool pressed = sample(0, levels & BUTTON_RED);
	sample(1, levels & BUTTON_SETUP);
	sample(2, levels & BUTTON_ESTOP);
	if (!(b.down & BUTTON_SETUP))
		b.held = 0;
	else if (b.held <= HOLD_MS) // beyond it once, so that it is said once
		b.held++;
	return pressed;
}

uint8_t buttons_down(void) { return b.down; }

bool buttons_setup_held(void) { return b.held == HOLD_MS; }
