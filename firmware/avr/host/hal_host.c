#include "../hal.h"

#include <string.h>

board_t board;

static struct {
	uint8_t rx[4096], tx[4096];
	uint16_t rx_in, rx_out, tx_n;
	uint8_t row;
	uint32_t boots;
	bool selected;
	uint8_t word[4], bytes; // of the message to the eyes
} h;

void board_reset(void) {
	uint32_t boots = h.boots + 1;
	board_t was = board;
	memset(&h, 0, sizeof h);
	memset(&board, 0, sizeof board);
	h.boots = boots;
	board.switches = was.switches;
	board.buttons = was.buttons;
	board.field = was.field;
	board.supply = was.supply;
	memcpy(board.steps, was.steps, sizeof board.steps);
	board.ms = was.ms;
}

void board_receive(uint8_t byte) {
	h.rx[h.rx_in] = byte;
	h.rx_in = (uint16_t)((h.rx_in + 1) % sizeof h.rx);
}

uint16_t board_sent(uint8_t *bytes, uint16_t room) {
	uint16_t n = h.tx_n < room ? h.tx_n : room;
	memcpy(bytes, h.tx, n);
	h.tx_n = 0;
	return n;
}

void hal_init(void) {}
uint32_t hal_ms(void) { return board.ms; }
uint32_t hal_boot(void) { return h.boots; }
uint8_t hal_cause(void) { return 2; }

bool hal_rx(uint8_t *byte) {
	if (h.rx_out == h.rx_in)
		return false;
	*byte = h.rx[h.rx_out];
	h.rx_out = (uint16_t)((h.rx_out + 1) % sizeof h.rx);
	return true;
}

uint8_t hal_tx_room(void) {
	uint16_t left = (uint16_t)(sizeof h.tx - h.tx_n);
	return left > 255 ? 255 : (uint8_t)left;
}

void hal_tx(const uint8_t *bytes, uint8_t n) {
	memcpy(h.tx + h.tx_n, bytes, n);
	h.tx_n = (uint16_t)(h.tx_n + n);
}

void hal_step_high(uint8_t joints) {
	for (uint8_t j = 0; j < 3; j++) {
		if (joints >> j & 1)
			board.steps[j] += board.forward[j] ? 1 : -1;
	}
	board.high |= joints;
}

void hal_step_low(void) { board.high = 0; }
void hal_dir(uint8_t joint, bool forward) { board.forward[joint] = forward; }
void hal_drivers(bool on) { board.drivers = on; }
void hal_pump(bool on) { board.pump = on; }
void hal_valve(bool open) { board.valve = open; }
bool hal_pumping(void) { return board.pump; }
bool hal_venting(void) { return board.valve; }
uint8_t hal_switches(void) { return board.switches; }
uint8_t hal_columns(void) { return (uint8_t)(board.field >> (8 * h.row)); }
void hal_row(uint8_t row) { h.row = row; }
uint8_t hal_buttons(void) { return board.buttons; }
uint16_t hal_supply(void) { return board.supply; }
void hal_servo(uint8_t servo, uint16_t micros) { board.servo[servo] = micros; }
void hal_lamp(bool on) { board.lamp = on; }
bool hal_spi_ready(void) { return true; }

void hal_spi_put(uint8_t byte) {
	if (h.selected && h.bytes < sizeof h.word)
		h.word[h.bytes++] = byte;
}

// The chips take over when the select line rises: the first two bytes are the right eye's.
void hal_spi_select(bool on) {
	if (!on && h.bytes == sizeof h.word) {
		for (uint8_t eye = 0; eye < 2; eye++) {
			const uint8_t *w = h.word + (eye == 0 ? 2 : 0);
			if (w[0] >= 1 && w[0] <= 8)
				board.rows[eye][w[0] - 1] = w[1];
		}
	}
	h.selected = on;
	h.bytes = 0;
}

void hal_watchdog(void) {}
