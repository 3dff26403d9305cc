package net

import "math"

// Half precision is a sign, five bits of exponent (bias 15) and ten of fraction; single has eight (bias 127) and 23.
const (
	halfMost = 65504 // the greatest finite one
	halfGap  = 13    // bits of fraction that single has more
	rebias   = 127 - 15
)

// toHalf rounds to the nearest half, ties to the even one; beyond halfMost there is none.
func toHalf(x float32) uint16 {
	b := math.Float32bits(x)
	sign, size := uint16(b>>16&0x8000), b&0x7fffffff
	if size < (rebias+1)<<23 { // less than the least normal half: a multiple of 2⁻²⁴
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(size))*(1<<24)))
	}
	size += 1<<(halfGap-1) - 1 + size>>halfGap&1
	return sign | uint16(size>>halfGap-rebias<<10)
}

// fromHalf is the single of the same value. The greatest exponent makes an infinity or not a number, as it should.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		x := float32(fraction) / (1 << 24)
		return math.Float32frombits(sign | math.Float32bits(x))
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<halfGap)
	}
	return math.Float32frombits(sign | (exponent+rebias)<<23 | fraction<<halfGap)
}
