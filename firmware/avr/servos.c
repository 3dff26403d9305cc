#include <stdbool.h>
#include <string.h>

#include "hal.h"
#include "show.h"

enum { SERVOS = 4, LEAST = 500, GREATEST = 2500, FRAME_MS = 20, STEP_MICROS = 24 }; // 1200 µs/s, about 110 °/s

static struct {
	uint16_t want[SERVOS], is[SERVOS]; // µs, 0: off
	uint8_t speed[SERVOS];             // µs a frame
	uint8_t ms;
	uint8_t lamp;
	uint16_t blink;
} s;

void show_servos(const uint16_t micros[4]) {
	for (uint8_t i = 0; i < SERVOS; i++) {
		uint16_t us = micros[i];
		if (us != 0)
			us = us < LEAST ? LEAST : us > GREATEST ? GREATEST : us;
		s.want[i] = us;
	}
}

void show_lamp(uint8_t mode) {
	s.lamp = mode;
	s.blink = 0;
}

// ease moves a servo by one frame: it gathers speed, keeps it, and slows down in time. From off it is where it is told to be,
// for nobody knows where it stands.
static void ease(uint8_t i) {
	uint16_t want = s.want[i], is = s.is[i];
	if (want == 0 || is == 0 || want == is) {
		s.is[i] = want;
		s.speed[i] = 0;
		return;
	}
	uint16_t left = want > is ? want - is : is - want;
	uint8_t speed = s.speed[i] + 2;
	if (speed > STEP_MICROS)
		speed = STEP_MICROS;
	while (speed > 2 && (uint16_t)speed * speed / 4 > left) // 2 µs a frame less each frame
		speed--;
	if (speed > left)
		speed = (uint8_t)left;
	s.speed[i] = speed;
	s.is[i] = want > is ? is + speed : is - speed;
}

static bool lit(void) {
	switch (s.lamp) {
	case 1: return true;
	case 2: return s.blink < 500;        // 1 Hz
	case 3: return s.blink % 250 < 125;  // 4 Hz
	default: return false;
	}
}

void show_step(void) {
	s.blink = (uint16_t)((s.blink + 1) % 1000);
	hal_lamp(lit());
	if (++s.ms < FRAME_MS)
		return;
	s.ms = 0;
	for (uint8_t i = 0; i < SERVOS; i++) {
		ease(i);
		hal_servo(i, s.is[i]);
	}
}

void show_init(void) {
	memset(&s, 0, sizeof s);
	eyes_init();
}
