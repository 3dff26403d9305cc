// Numbers as they travel: little-endian.
#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

static inline uint16_t get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }

static inline uint32_t get32(const uint8_t *p) { return get16(p) | (uint32_t)get16(p + 2) << 16; }

static inline uint8_t *put8(uint8_t *p, uint8_t v) {
	*p = v;
	return p + 1;
}

static inline uint8_t *put16(uint8_t *p, uint16_t v) { return put8(put8(p, (uint8_t)v), (uint8_t)(v >> 8)); }

static inline uint8_t *put32(uint8_t *p, uint32_t v) { return put16(put16(p, (uint16_t)v), (uint16_t)(v >> 16)); }

#endif
