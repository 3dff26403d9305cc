// The two functions of cubic.h that the tick needs, for the ATmega: what a compiler makes of them takes half the tick.
#ifndef CUBIC_AVR_H
#define CUBIC_AVR_H

#include <stddef.h>

_Static_assert(offsetof(axis_t, lo) == 0 && offsetof(axis_t, v) == 6 && offsetof(axis_t, vlo) == 10 && offsetof(axis_t, dv) == 11 &&
		       offsetof(axis_t, ddv) == 15,
	       "the numbers below");

// ADD adds the byte at from to the byte at to, with the carry of the byte before when op is adc.
#define ADD(op, to, from) \
	"ldd __tmp_reg__, %a1+" #to "\n\t" \
	"ldd %0, %a1+" #from "\n\t" \
	op " __tmp_reg__, %0\n\t" \
	"std %a1+" #to ", __tmp_reg__\n\t"

// SIGN turns the byte in %0 into what extends its sign, and leaves the carry alone.
#define SIGN \
	"sbrc %0, 7\n\t" \
	"rjmp 1f\n\t" \
	"ldi %0, 0\n\t" \
	"rjmp 2f\n" \
	"1:\n\t" \
	"ldi %0, 0xFF\n" \
	"2:\n\t"

static inline __attribute__((always_inline)) int8_t cubic_advance(axis_t *a) {
	int8_t by;
	__asm__ volatile(ADD("add", 0, 6) ADD("adc", 1, 7) ADD("adc", 2, 8) ADD("adc", 3, 9) SIGN "adc %0, __zero_reg__\n\t"
			 : "=&d"(by)
			 : "b"(a)
			 : "memory");
	if (by != 0)
		a->step += by;
	return by;
}

static inline __attribute__((always_inline)) void cubic_chord(axis_t *a) {
	uint8_t byte;
	__asm__ volatile(ADD("add", 10, 11) ADD("adc", 6, 12) ADD("adc", 7, 13) ADD("adc", 8, 14) SIGN
			 "ldd __tmp_reg__, %a1+9\n\t"
			 "adc __tmp_reg__, %0\n\t"
			 "std %a1+9, __tmp_reg__\n\t"
			 ADD("add", 11, 15) ADD("adc", 12, 16) ADD("adc", 13, 17) ADD("adc", 14, 18)
			 : "=&d"(byte)
			 : "b"(a)
			 : "memory");
}

#undef ADD
#undef SIGN

#endif
