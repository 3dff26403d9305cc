// The functions of cubic.h that the tick needs, for the ATmega: what a compiler makes of them takes half the tick. Joints lie at
// fixed addresses.
#ifndef CUBIC_AVR_H
#define CUBIC_AVR_H

#include <stddef.h>

_Static_assert(offsetof(axis_t, lo) == 0 && offsetof(axis_t, step) == 4 && offsetof(axis_t, v) == 6 && offsetof(axis_t, vlo) == 10 && offsetof(axis_t, dv) == 11 &&
		       offsetof(axis_t, ddv) == 15,
	       "the numbers below");

// A byte tells the sign of a velocity.
static inline __attribute__((always_inline)) bool cubic_forward(const axis_t *a) { return ((const int8_t *)&a->v)[3] >= 0; }

// ADD adds the byte at from to the byte at to, with the carry of the byte before when op is adc; what it adds stays in __tmp_reg__.
#define ADD(op, to, from) \
	"lds %0, %1+" #to "\n\t" \
	"lds __tmp_reg__, %1+" #from "\n\t" \
	op " %0, __tmp_reg__\n\t" \
	"sts %1+" #to ", %0\n\t"

static inline __attribute__((always_inline)) bool cubic_advance(axis_t *a) {
	uint8_t steps; // bit 7: a carry, or a negative velocity and none
	__asm__ volatile(ADD("add", 0, 6) ADD("adc", 1, 7) ADD("adc", 2, 8) ADD("adc", 3, 9)
			 "sbc %0, %0\n\t"
			 "eor %0, __tmp_reg__\n\t"
			 : "=&r"(steps)
			 : "i"(a)
			 : "memory");
	return steps & 0x80;
}

static inline __attribute__((always_inline)) void cubic_chord(axis_t *a) {
	uint8_t byte;
	__asm__ volatile(ADD("add", 10, 11) ADD("adc", 6, 12) ADD("adc", 7, 13) ADD("adc", 8, 14)
			 "lds %0, %1+9\n\t"
			 "brcc 1f\n\t"
			 "inc %0\n"
			 "1:\n\t"
			 "sbrc __tmp_reg__, 7\n\t"
			 "dec %0\n\t"
			 "sts %1+9, %0\n\t"
			 ADD("add", 11, 15) ADD("adc", 12, 16) ADD("adc", 13, 17) ADD("adc", 14, 18)
			 : "=&r"(byte)
			 : "i"(a)
			 : "memory");
}

// COUNT changes the whole steps, in one register.
#define COUNT(low, high) \
	uint8_t byte; \
	__asm__ volatile("lds %0, %1+4\n\t" \
			 "subi %0, " low "\n\t" \
			 "sts %1+4, %0\n\t" \
			 "lds %0, %1+5\n\t" \
			 "sbci %0, " high "\n\t" \
			 "sts %1+5, %0\n\t" \
			 : "=&d"(byte) \
			 : "i"(a) \
			 : "memory")

static inline __attribute__((always_inline)) void cubic_count_up(axis_t *a) { COUNT("0xFF", "0xFF"); }

static inline __attribute__((always_inline)) void cubic_count_down(axis_t *a) { COUNT("1", "0"); }

#undef COUNT
#undef ADD

#endif
