// The control channel: a command a line on standard input, an answer a line on standard output; the first four are those of
// avr/host/driver.c. Time is the simulated processor's cycles; nobody looks at the wall.
//
//	reset [FLAGS]                    resets the processor, as opening the port does; FLAGS is what it finds in MCUSR
//	in SWITCHES FIELD BUTTONS SUPPLY what its pins read: bits for closed switches, places with a magnet, buttons; mV
//	receive BYTES                    bytes on its line, one after the other at the firmware's rate
//	run MS                           so many milliseconds; bytes sent, then steps ×3, drivers pump valve lamp, servos ×4, 16 rows
//	idle CYCLES                      so many cycles, without an answer
//	slice MICROS SWITCHES FIELD BUTTONS SUPPLY BYTES
//	                                 in, receive, and so many microseconds; the cycle at their end, bytes sent, then all changes of
//	                                 pins since the last slice (events.h)
//	pulses, edges                    of the motors (motors.h)
//	bytes, load                      of the line (uart.h)
//	cost                             of the program (meter.h)
//	hang                             lets the program hang, with interrupts off
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "control.h"
#include "events.h"
#include "mega.h"
#include "meter.h"
#include "motors.h"
#include "servos.h"
#include "uart.h"

enum { MCUSR = 0x54 };

static avr_t *avr;

static uint8_t nibble(char c) { return (uint8_t)(c >= 'a' ? c - 'a' + 10 : c - '0'); }

static void print(const uint8_t *p, unsigned n) {
	static const char digits[] = "0123456789abcdef";
	if (n == 0)
		putchar('-');
	for (; n--; p++) {
		putchar(digits[*p >> 4]);
		putchar(digits[*p & 15]);
	}
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
	inputs_t now = {0};
	now.switches = number();
	now.field = number();
	now.buttons = number();
	now.supply = number();
	board_in(&now);
}

static void tell_sent(void) {
	unsigned count;
	const uint8_t *sent = uart_sent(&count);
	print(sent, count);
}

static void run(void) {
	mega_run(avr, (avr_cycle_count_t)number() * 1000 * MHZ);
	tell_sent();
	for (int j = 0; j < MOTORS; j++)
		printf(" %" PRId32, motors_steps(j));
	printf(" %d %d %d %d", motors_awake(), board_pump(), board_valve(), board_lamp());
	for (int i = 0; i < SERVOS; i++)
		printf(" %u", servos_micros(i));
	putchar(' ');
	print(board_eyes(), EYE_ROWS);
	putchar('\n');
}

static void slice(void) {
	unsigned micros = number();
	in();
	receive();
	mega_run(avr, (avr_cycle_count_t)micros * MHZ);
	printf("%" PRIu64 " ", avr->cycle);
	tell_sent();
	events_tell();
}

static void idle(void) { mega_run(avr, number()); }

static void reset(void) {
	unsigned flags = number();
	mega_reset(avr);
	if (flags)
		avr->data[MCUSR] = (uint8_t)flags;
}

// hang goes where a program that has ended stays for ever.
static void hang(void) {
	for (uint32_t at = 0; at + 4 <= avr->codeend; at += 2) {
		if (memcmp(avr->flash + at, (const uint8_t[]){0xF8, 0x94, 0xFF, 0xCF}, 4) != 0) // cli, rjmp .-2
			continue;
		avr->pc = at;
		return;
	}
	fprintf(stderr, "sim: the program has no place to hang\n");
	exit(2);
}

void control_obey(char *line) {
	static const struct {
		const char *name;
		void (*act)(void);
	} commands[] = {
		{"reset", reset}, {"in", in}, {"receive", receive}, {"run", run}, {"idle", idle}, {"slice", slice}, {"pulses", motors_tell_pulses},
		{"edges", motors_tell_edges}, {"bytes", uart_tell_bytes}, {"load", uart_tell_load}, {"cost", meter_tell},
		{"hang", hang},
	};
	const char *name = strtok(line, " \n");
	for (unsigned i = 0; name && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(name, commands[i].name) == 0) {
			commands[i].act();
			fflush(stdout);
			return;
		}
	}
	if (!name)
		return; // an empty line
	fprintf(stderr, "sim: no command %s\n", name);
	exit(2);
}

void control_wire(avr_t *a) { avr = a; }

void control_lines(void) {
	static char line[2 * UART_LINE + 100];
	while (fgets(line, sizeof line, stdin))
		control_obey(line);
}
