// The hardware as a test drives it: levels in and out are plain variables, time goes on when the test says so.
#ifndef HAL_HOST_H
#define HAL_HOST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	// in
	uint8_t switches, buttons;
	uint32_t field;
	uint16_t supply;
	// out
	int32_t steps[3]; // pulses so far, with their direction
	bool forward[3];
	uint8_t high; // step pins
	bool drivers, pump, valve, lamp;
	uint16_t servo[4];
	uint8_t rows[2][8]; // as the MAX7219s have them
	uint32_t ms;
} board_t;

extern board_t board;

static inline void hal_lock(void) {}
static inline void hal_unlock(void) {}
void hal_step_high(uint8_t joints);
void hal_step_low(void);
static inline void hal_step_wait(void) {}
void hal_dir(uint8_t joint, bool forward);
void hal_pump(bool on);
void hal_valve(bool open);
bool hal_pumping(void);
bool hal_venting(void);

// board_reset is a reset by the serial port; board_receive puts bytes on the line; board_sent takes what was sent.
void board_reset(void);
void board_receive(uint8_t byte);
uint16_t board_sent(uint8_t *bytes, uint16_t room);

#endif
