// driver lets a test talk to the firmware's parts, and to the whole of it, compiled for this machine: a command a line on
// standard input, an answer a line on standard output. Numbers are decimal, bytes hexadecimal, "-" for none.
//
//	decode BYTES                     count of good frames, then for each: type session seq ack payload; then errors
//	encode TYPE SESSION SEQ ACK BYTES  the frame on the line
//	check MIN MAX SPEED ACCEL P0 V0 P1 V1 TICKS   fault and detail
//	divide N D MORE                  N / D, N / (D · MORE) and N / 6, rounded as in the motion arithmetic, the last one of 32 bits
//	joint POSITION                   a joint at rest there
//	segment TICKS END EXIT           loads a segment into it
//	ramp TICKS                       loads a ramp down
//	tick N                           position (Q.32) and velocity (Q.40) after N ticks
//	reset                            the whole firmware begins anew
//	in SWITCHES FIELD BUTTONS SUPPLY what its pins read
//	receive BYTES                    bytes on its line
//	run MS                           so many milliseconds; bytes sent, then steps ×3, drivers pump valve lamp, servos ×4, 16 rows
//	held                             a soft stop just as a segment is over
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../control.h"
#include "../hal.h"
#include "../wide.h"

enum { LINE = 20000, TICKS_PER_MS = 20 };

static char line[LINE];

static uint8_t nibble(char c) { return (uint8_t)(c >= 'a' ? c - 'a' + 10 : c - '0'); }

// bytes reads hexadecimal into buf and returns how many there are.
static unsigned bytes(const char *hex, uint8_t *buf) {
	unsigned n = 0;
	if (hex == NULL || strcmp(hex, "-") == 0)
		return 0;
	for (; hex[0] && hex[1]; hex += 2)
		buf[n++] = (uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1]));
	return n;
}

static void print(const uint8_t *p, unsigned n) {
	if (n == 0)
		putchar('-');
	while (n--)
		printf("%02x", *p++);
}

static char *word(void) { return strtok(NULL, " \n"); }

static long number(void) {
	const char *w = word();
	return w ? strtol(w, NULL, 10) : 0;
}

static void decode(void) {
	static uint8_t buf[LINE];
	unsigned n = bytes(word(), buf), good = 0;
	decoder_t d = {0};
	frame_t f;
	for (unsigned i = 0; i < n; i++) {
		if (!frame_feed(&d, buf[i], &f))
			continue;
		good++;
		printf("%u %u %u %u ", f.type, f.session, f.seq, f.ack);
		print(f.payload, f.size);
		putchar(' ');
	}
	printf("good %u errors %u\n", good, d.errors);
}

static void encode(void) {
	uint8_t payload[MAX_PAYLOAD], out[FRAME_MAX];
	frame_t f = {.payload = payload};
	f.type = (uint8_t)number();
	f.session = (uint8_t)number();
	f.seq = (uint8_t)number();
	f.ack = (uint8_t)number();
	f.size = (uint8_t)bytes(word(), payload);
	print(out, frame_encode(out, &f));
	putchar('\n');
}

static void check(void) {
	bounds_t b;
	knot_t from, to;
	int32_t detail = 0;
	b.min = (int32_t)number();
	b.max = (int32_t)number();
	b.max_speed = (int32_t)number();
	b.max_accel = (int32_t)number();
	from.position = (int32_t)number();
	from.velocity = (int32_t)number();
	to.position = (int32_t)number();
	to.velocity = (int32_t)number();
	plan_t p;
	uint8_t code = cubic_plan(&p, &b, from, to, (uint16_t)number(), &detail);
	printf("%u %" PRId32 "\n", code, code ? detail : 0);
}

static void divide(void) {
	int64_t n = strtoll(word(), NULL, 10);
	uint32_t d = (uint32_t)number();
	printf("%" PRId64, wide_div_round(n, d));
	printf(" %" PRId64 " %" PRId32 "\n", wide_div_round3(n, d, (uint16_t)number()), wide_sixth((int32_t)n));
}

// One joint, driven as the tick drives it.
static axis_t axis;
static plan_t plan;
static uint16_t done, ticks; // of the segment

static void joint(void) {
	cubic_rest(&axis, (int32_t)number());
	done = ticks = 0;
}

static void segment(void) {
	knot_t from = {cubic_256(&axis), axis.v}, to;
	ticks = (uint16_t)number();
	to.position = (int32_t)number();
	to.velocity = (int32_t)number();
	const bounds_t widest = {-MAX_POSITION, MAX_POSITION, MAX_SPEED, MAX_ACCEL};
	int32_t detail;
	if (cubic_plan(&plan, &widest, from, to, ticks, &detail) != 0)
		fprintf(stderr, "driver: no such segment\n");
	cubic_load(&axis, &plan);
	done = 0;
}

static void ramp(void) {
	ticks = (uint16_t)number();
	cubic_ramp(&plan, cubic_position(&axis), axis.v, ticks);
	cubic_load(&axis, &plan);
	done = 0;
}

static void tick(void) {
	for (long left = number(); left > 0 && done < ticks; left--) {
		if (++done == ticks) {
			cubic_land(&axis, &plan);
			break;
		}
		if (cubic_advance(&axis))
			cubic_step(&axis);
		if (done % 4 == 0)
			cubic_chord(&axis);
	}
	printf("%" PRId64 " %" PRId64 "\n", cubic_position(&axis), (int64_t)axis.v * 256 + axis.vlo);
}

static void reset(void) {
	board_reset();
	control_init();
}

static void in(void) {
	board.switches = (uint8_t)number();
	board.field = (uint32_t)number();
	board.buttons = (uint8_t)number();
	board.supply = (uint16_t)number();
}

static void receive(void) {
	static uint8_t buf[LINE];
	unsigned count = bytes(word(), buf);
	for (unsigned i = 0; i < count; i++)
		board_receive(buf[i]);
}

static void run(void) {
	static uint8_t sent[LINE];
	uint16_t total = 0;
	for (long ms = number(); ms > 0; ms--) {
		for (uint8_t t = 0; t < TICKS_PER_MS; t++) {
			if (motion_tick())
				motion_turn_over();
		}
		board.ms++;
		for (uint8_t polls = 0; polls < 8; polls++) // the main loop goes round many times in a millisecond
			control_poll();
		total = (uint16_t)(total + board_sent(sent + total, (uint16_t)(sizeof sent - total)));
	}
	print(sent, total);
	printf(" %" PRId32 " %" PRId32 " %" PRId32, board.steps[0], board.steps[1], board.steps[2]);
	printf(" %d %d %d %d", board.drivers, board.pump, board.valve, board.lamp);
	for (uint8_t i = 0; i < 4; i++)
		printf(" %u", board.servo[i]);
	putchar(' ');
	print(board.rows[0], 16);
	putchar('\n');
}

// held stops the arm just between the tick that ends a segment and what follows it, where on the board an interrupt ends.
static void held(void) {
	for (uint16_t left = UINT16_MAX; left > 0 && !motion_tick(); left--) {
	}
	stops_soft(CAUSE_SOFT);
	motion_turn_over();
}

int main(void) {
	static const struct {
		const char *name;
		void (*act)(void);
		bool answers;
	} commands[] = {
		{"decode", decode, true}, {"encode", encode, true}, {"check", check, true}, {"divide", divide, true}, {"joint", joint, false}, {"segment", segment, false},
		{"ramp", ramp, false}, {"tick", tick, true}, {"reset", reset, false}, {"in", in, false}, {"receive", receive, false}, {"run", run, true},
		{"held", held, false},
	};
	while (fgets(line, sizeof line, stdin)) {
		const char *name = strtok(line, " \n");
		unsigned i = 0;
		while (name && i < sizeof commands / sizeof *commands && strcmp(name, commands[i].name) != 0)
			i++;
		if (!name || i == sizeof commands / sizeof *commands) {
			fprintf(stderr, "driver: no such command\n");
			return 2;
		}
		commands[i].act();
		if (commands[i].answers)
			fflush(stdout);
	}
	return 0;
}
