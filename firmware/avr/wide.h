// Arithmetic with 64 bits whose operands are known to be shorter: the compiler's own takes several milliseconds a segment.
#ifndef WIDE_H
#define WIDE_H

#include <stdint.h>

// wide_mul is the product of two signed numbers.
static inline int64_t wide_mul(int32_t a, uint16_t b) { return (int64_t)a * (int32_t)b; }

// wide_div is n / d, truncated, for a divisor below 2³¹.
uint64_t wide_div(uint64_t n, uint32_t d);

// wide_div_round is n / d rounded to the nearest, halves away from zero; wide_div_round3 divides by d · more, whose product may be
// longer.
int64_t wide_div_round(int64_t n, uint32_t d);
int64_t wide_div_round3(int64_t n, uint32_t d, uint16_t more);

// wide_sixth is n / 6, rounded likewise, by a multiplication.
int32_t wide_sixth(int32_t n);

#endif
