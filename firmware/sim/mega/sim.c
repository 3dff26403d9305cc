// sim runs the controller's real binary on libsimavr and speaks the same line protocol as avr/host/driver.c: a command a line on
// standard input, an answer a line on standard output. Its time is the simulated processor's cycles; it never looks at the wall.
//
//	reset                            resets the processor, as opening the port does
//	in SWITCHES FIELD BUTTONS SUPPLY what its pins read: bits for closed switches, places with a magnet, buttons; mV
//	receive BYTES                    bytes on its line, one after the other at the firmware's rate
//	run MS                           so many milliseconds; bytes sent, then steps ×3, drivers pump valve lamp, servos ×4, 16 rows
//	idle CYCLES                      so many cycles, without an answer
//	pulses, edges                    of the motors (motors.h)
//	bytes, load                      of the line (uart.h)
//	cost                             of the tick interrupt since the last time: calls, mean and greatest cycles; then bytes of stack never touched
//
// Wired as avr/pins.h says; a Hall sensor pulls its column low while its row is powered.
#include <inttypes.h>
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"
#include "motors.h"
#include "uart.h"

enum { MHZ = 16, JOINTS = 3, STACK_MARK = 0xA5 };

static avr_t *avr;

// What is wired to the pins.
static struct {
	unsigned switches, buttons, supply;
	uint32_t field;
	uint8_t rows; // powered
	uint8_t vacuum, lamp, select;
	uint8_t eyes[2][8];
	uint8_t word[4];
	unsigned bytes;
} board = {.supply = 12000};

// The tick interrupt.
static struct {
	uint64_t began, total, worst;
	unsigned calls;
} cost;

static avr_irq_t *port(char name, int pin) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(name), pin); }

// level drives an input, now and against the pull-up whenever the firmware writes to that port.
static void level(char name, int pin, bool high) {
	static avr_ioport_external_t driven['L' - 'A' + 1];
	avr_ioport_external_t *d = &driven[name - 'A'];
	unsigned bit = 1u << pin;
	d->name = (unsigned char)name & 0x7F;
	d->mask = (d->mask | bit) & 0xFF;
	d->value = (high ? d->value | bit : d->value & ~bit) & 0xFF;
	avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(name), d);
	avr_raise_irq(port(name, pin), high);
}

// sense puts the columns of the powered rows on port C.
static void sense(void) {
	for (int column = 0; column < 8; column++) {
		bool magnet = false;
		for (int row = 0; row < 4; row++)
			magnet = magnet || ((board.rows >> row & 1) && (board.field >> (8 * row + column) & 1));
		level('C', column, !magnet);
	}
}

static void apply(void) {
	for (int j = 0; j < JOINTS; j++)
		level('K', j, !(board.switches >> j & 1));
	level('D', 3, !(board.buttons & 1));
	level('D', 2, !(board.buttons & 2));
	level('E', 4, board.buttons >> 2 & 1);
	avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC4), board.supply / 4);
	sense();
}

static void on_rows(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	board.rows = value & 15;
	sense();
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	*(uint8_t *)param = (uint8_t)value;
}

// The chips of the eyes take over when the select line rises.
static void on_select(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	bool high = value & 1;
	if (high && !(board.select & 1) && board.bytes == 4) {
		for (int eye = 0; eye < 2; eye++) {
			const uint8_t *w = board.word + (eye == 0 ? 2 : 0);
			if (w[0] >= 1 && w[0] <= 8)
				board.eyes[eye][w[0] - 1] = w[1];
		}
	}
	if (!high)
		board.bytes = 0;
	board.select = high;
}

static void on_spi(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (board.bytes < 4)
		board.word[board.bytes++] = (uint8_t)value;
}

static void on_tick(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (value) {
		cost.began = avr->cycle;
		return;
	}
	uint64_t took = avr->cycle - cost.began;
	cost.calls++;
	cost.total += took;
	if (took > cost.worst)
		cost.worst = took;
}

static void wire(void) {
	chip_wire(avr); // before the cost is measured: who is told last is told first
	uart_wire(avr);
	motors_wire(avr);
	avr_irq_register_notify(port('F', IOPORT_IRQ_REG_PORT), on_rows, NULL);
	avr_irq_register_notify(port('G', IOPORT_IRQ_REG_PORT), on_byte, &board.vacuum);
	avr_irq_register_notify(port('L', IOPORT_IRQ_REG_PORT), on_byte, &board.lamp);
	avr_irq_register_notify(port('B', IOPORT_IRQ_REG_PORT), on_select, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
	enum { TIMER1_COMPA = 17 };
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER1_COMPA) + AVR_INT_IRQ_RUNNING, on_tick, NULL);
}

static char line[UART_LINE];

static uint8_t nibble(char c) { return (uint8_t)(c >= 'a' ? c - 'a' + 10 : c - '0'); }

static void print(const uint8_t *p, unsigned n) {
	if (n == 0)
		putchar('-');
	while (n--)
		printf("%02x", *p++);
}

static unsigned number(void) {
	const char *w = strtok(NULL, " \n");
	return w ? (unsigned)strtoul(w, NULL, 10) : 0;
}

static void receive(void) {
	const char *hex = strtok(NULL, " \n");
	for (; hex && hex[0] && hex[1] && hex[0] != '-'; hex += 2)
		uart_receive((uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1])));
}

static void in(void) {
	board.switches = number();
	board.field = number();
	board.buttons = number();
	board.supply = number();
	apply();
}

// servo reads a pulse from the timer's registers: output enabled, and half microseconds.
static unsigned servo(unsigned control, unsigned enabled, unsigned compare) {
	if (!(avr->data[control] & enabled))
		return 0;
	return (avr->data[compare] | (unsigned)avr->data[compare + 1] << 8) / 2;
}

static void advance(avr_cycle_count_t cycles) {
	avr_cycle_count_t until = avr->cycle + cycles;
	while (avr->cycle < until) {
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed) {
			fprintf(stderr, "sim: the processor has stopped\n");
			exit(1);
		}
	}
}

static void run(void) {
	unsigned count;
	advance((avr_cycle_count_t)number() * 1000 * MHZ);
	const uint8_t *sent = uart_sent(&count);
	print(sent, count);
	printf(" %" PRId32 " %" PRId32 " %" PRId32, motors_steps(0), motors_steps(1), motors_steps(2));
	printf(" %d %d %d %d", motors_awake(), board.vacuum & 1, board.vacuum >> 1 & 1, board.lamp >> 7 & 1);
	enum { TCCR3A = 0x90, OCR3A = 0x98, TCCR4A = 0xA0, OCR4A = 0xA8, OCR4B = 0xAA, OCR4C = 0xAC };
	printf(" %u %u", servo(TCCR4A, 0x80, OCR4A), servo(TCCR4A, 0x20, OCR4B));
	printf(" %u %u ", servo(TCCR4A, 0x08, OCR4C), servo(TCCR3A, 0x80, OCR3A));
	print(board.eyes[0], 16);
	putchar('\n');
}

// untouched counts the bytes of memory between the variables and the deepest stack, which were marked before the start.
static unsigned untouched(void) {
	unsigned n = 0, best = 0;
	for (unsigned a = 0x200; a <= avr->ramend; a++) {
		n = avr->data[a] == STACK_MARK ? n + 1 : 0;
		best = n > best ? n : best;
	}
	return best;
}

static void tell_cost(void) {
	printf("%u %" PRIu64 " %" PRIu64 " %u\n", cost.calls, cost.calls ? cost.total / cost.calls : 0, cost.worst, untouched());
	memset(&cost, 0, sizeof cost);
}

static void reset(void) {
	avr_reset(avr);
	uart_reset();
	memset(avr->data + 0x200, STACK_MARK, avr->ramend - 0x200 + 1);
	apply();
}

static void idle(void) { advance(number()); }

static void obey(const char *name) {
	static const struct {
		const char *name;
		void (*act)(void);
	} commands[] = {
		{"reset", reset}, {"in", in}, {"receive", receive}, {"run", run}, {"idle", idle}, {"pulses", motors_tell_pulses},
		{"edges", motors_tell_edges}, {"bytes", uart_tell_bytes}, {"load", uart_tell_load}, {"cost", tell_cost},
	};
	for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(name, commands[i].name) == 0) {
			commands[i].act();
			fflush(stdout);
			return;
		}
	}
	fprintf(stderr, "sim: no command %s\n", name);
	exit(2);
}

static void quiet(avr_t *a, const int severity, const char *format, va_list words) {
	(void)a;
	if (severity <= LOG_ERROR)
		vfprintf(stderr, format, words);
}

int main(int argc, char **argv) {
	elf_firmware_t firmware = {0};
	avr_global_logger_set(quiet);
	if (argc != 2 || elf_read_firmware(argv[1], &firmware) != 0) {
		fprintf(stderr, "sim: usage: sim FIRMWARE.elf\n");
		return 2;
	}
	avr = avr_make_mcu_by_name("atmega2560");
	avr_init(avr);
	avr->frequency = MHZ * 1000000;
	avr_load_firmware(avr, &firmware);
	avr->frequency = MHZ * 1000000;
	avr->vcc = avr->avcc = avr->aref = 5000;
	wire();
	while (fgets(line, sizeof line, stdin)) {
		const char *name = strtok(line, " \n");
		if (name)
			obey(name);
	}
	avr_terminate(avr);
	return 0;
}
