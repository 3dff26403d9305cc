#include "board.h"

#include <simavr/avr_adc.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <string.h>

#include "events.h"

enum { TCCR2A = 0xB0, COM2B1 = 0x20, OCR2B = 0xB4 }; // the pump's speed
enum { SWITCHES = 0x07, RED = 3, SETUP = 2, ESTOP = 4, LAMP = 7, DIVIDER = 4, WORD = 4, ROWS = 8 };

static avr_t *avr;
static inputs_t in = {.supply = 12000};
static bool pump, valve, lamp, selected;
static uint8_t speed, powered, eyes[EYE_ROWS], word[WORD];
static unsigned word_bytes;

bool board_pump(void) { return pump; }
bool board_valve(void) { return valve; }
bool board_lamp(void) { return lamp; }
const uint8_t *board_eyes(void) { return eyes; }

static avr_irq_t *port(char name, int pin) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(name), pin); }

// drive puts levels on some inputs of a port, now and against the pull-ups whenever the firmware writes to it.
static void drive(char name, unsigned pins, unsigned levels) {
	avr_ioport_external_t driven = {.name = (unsigned char)name & 0x7F, .mask = pins, .value = levels & pins};
	avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(name), &driven);
	for (int pin = 0; pin < 8; pin++) {
		avr_irq_t *irq = port(name, pin);
		if (!(pins >> pin & 1))
			continue;
		irq->flags |= IRQ_FLAG_INIT; // or a level that stood before a reset is not told again
		avr_raise_irq(irq, levels >> pin & 1);
	}
}

// sense puts the columns of the powered rows on port C.
static void sense(void) {
	unsigned magnets = 0;
	for (int row = 0; row < 4; row++)
		magnets |= powered >> row & 1 ? in.field >> 8 * row & 0xFF : 0;
	drive('C', 0xFF, ~magnets);
}

static void apply(void) {
	drive('K', SWITCHES, ~in.switches);
	drive('D', 1 << RED | 1 << SETUP, (in.buttons & 1 ? 0 : 1 << RED) | (in.buttons & 2 ? 0 : 1 << SETUP));
	drive('E', 1 << ESTOP, in.buttons & 4 ? 1 << ESTOP : 0);
	avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC4), in.supply / DIVIDER);
	sense();
}

void board_in(const inputs_t *now) {
	if (memcmp(&in, now, sizeof in) == 0)
		return;
	in = *now;
	apply();
}

static void become(char kind, bool *is, bool on) {
	if (*is != on)
		event(kind, 0, on);
	*is = on;
}

static void on_rows(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	powered = value & 15;
	sense();
}

static void on_vacuum(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	become('p', &pump, value & 1);
	become('v', &valve, value & 2);
}

static void on_lamp(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	become('l', &lamp, value >> LAMP & 1);
}

static void show(int row, uint8_t bits) {
	if (eyes[row] != bits)
		event('e', (uint8_t)row, bits);
	eyes[row] = bits;
}

// The chips of the eyes take over when the select line rises; what was sent first went through to the right one.
static void on_select(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	bool high = value & 1;
	for (int eye = 0; high && !selected && word_bytes == WORD && eye < 2; eye++) {
		const uint8_t *w = word + (eye == 0 ? 2 : 0);
		if (w[0] >= 1 && w[0] <= ROWS)
			show(ROWS * eye + w[0] - 1, w[1]);
	}
	if (!high)
		word_bytes = 0;
	selected = high;
}

static void on_spi(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (word_bytes < WORD)
		word[word_bytes++] = (uint8_t)value;
}

void board_look(void) {
	uint8_t now = avr->data[TCCR2A] & COM2B1 ? avr->data[OCR2B] : 0;
	if (speed != now)
		event('w', 0, now);
	speed = now;
}

void board_wire(avr_t *a) {
	avr = a;
	avr_irq_register_notify(port('F', IOPORT_IRQ_REG_PORT), on_rows, NULL);
	avr_irq_register_notify(port('G', IOPORT_IRQ_REG_PORT), on_vacuum, NULL);
	avr_irq_register_notify(port('L', IOPORT_IRQ_REG_PORT), on_lamp, NULL);
	avr_irq_register_notify(port('B', IOPORT_IRQ_REG_PORT), on_select, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
}

void board_reset(void) {
	become('p', &pump, false);
	become('v', &valve, false);
	become('l', &lamp, false);
	for (int row = 0; row < EYE_ROWS; row++)
		show(row, 0);
	powered = word_bytes = 0;
	selected = false;
	for (uint8_t i = 0; i < EXTINT_COUNT; i++)
		avr_extint_set_strict_lvl_trig(avr, i, 0); // nobody uses these interrupts, and a low pin would be looked at in every cycle
	apply();
}
