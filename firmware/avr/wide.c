#include "wide.h"

// divide is one step of a division by hand: the remainder so far, and 32 further bits of the dividend, give 32 bits of the quotient
// and the next remainder. The remainder is below the divisor, and that below 2³¹.
static uint32_t divide(uint32_t *remainder, uint32_t bits, uint32_t d) {
#ifdef __AVR__
	uint32_t r = *remainder;
	uint8_t n = 32;
	__asm__("1:\n\t"
		"lsl %A0\n\trol %B0\n\trol %C0\n\trol %D0\n\t"
		"rol %A1\n\trol %B1\n\trol %C1\n\trol %D1\n\t"
		"cp %A1, %A3\n\tcpc %B1, %B3\n\tcpc %C1, %C3\n\tcpc %D1, %D3\n\t"
		"brcs 2f\n\t"
		"sub %A1, %A3\n\tsbc %B1, %B3\n\tsbc %C1, %C3\n\tsbc %D1, %D3\n\t"
		"inc %A0\n"
		"2:\n\t"
		"dec %2\n\t"
		"brne 1b\n\t"
		: "+r"(bits), "+r"(r), "+r"(n)
		: "r"(d));
	*remainder = r;
	return bits;
#else
	uint64_t n = (uint64_t)*remainder << 32 | bits;
	*remainder = (uint32_t)(n % d);
	return (uint32_t)(n / d);
#endif
}

uint64_t wide_div(uint64_t n, uint32_t d) {
	uint32_t high = (uint32_t)(n >> 32), remainder = high, upper = 0;
	if (high >= d) {
		remainder = 0;
		upper = divide(&remainder, high, d);
	}
	uint32_t lower = divide(&remainder, (uint32_t)n, d);
	return (uint64_t)upper << 32 | lower;
}

static uint64_t magnitude(int64_t n) { return n < 0 ? -(uint64_t)n : (uint64_t)n; }

static int64_t signed_as(int64_t n, uint64_t q) { return n < 0 ? -(int64_t)q : (int64_t)q; }

int64_t wide_div_round(int64_t n, uint32_t d) { return signed_as(n, wide_div(magnitude(n) + d / 2, d)); }

int64_t wide_div_round3(int64_t n, uint32_t d, uint16_t more) {
	uint64_t product = (uint64_t)d * more, q = magnitude(n) + product / 2;
	if (product < 1UL << 31)
		q = wide_div(q, (uint32_t)product);
	else
		q = wide_div(wide_div(q, d), more);
	return signed_as(n, q);
}

int32_t wide_sixth(int32_t n) {
	uint32_t q = (uint32_t)(((uint64_t)((uint32_t)magnitude(n) + 3) * 0xAAAAAAABUL) >> 34); // ⌈2³⁴ / 6⌉: exact for 32 bits
	return (int32_t)signed_as(n, q);
}
