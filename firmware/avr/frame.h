// Frames on the line: COBS, CRC, one payload length for each type. No state but the decoder's own buffer; a decoder belongs
// to the main loop.
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "proto.h"

typedef struct {
	uint8_t type, session, seq, ack;
	uint8_t size; // of the payload
	const uint8_t *payload;
} frame_t;

typedef struct {
	uint8_t buf[FRAME_MAX];
	uint8_t n;
	bool over; // more bytes than any frame has: thrown away up to the delimiter
	uint16_t errors;
} decoder_t;

// frame_crc continues CRC-16/CCITT-FALSE over n bytes; it starts with 0xFFFF.
uint16_t frame_crc(uint16_t crc, const uint8_t *p, uint8_t n);

// frame_feed takes the next byte; true when it completes a good frame, whose payload is valid until the next call.
bool frame_feed(decoder_t *d, uint8_t byte, frame_t *out);

// frame_encode writes the frame as it goes on the line, delimiter included, into dst (FRAME_MAX bytes) and returns its length.
uint8_t frame_encode(uint8_t *dst, const frame_t *f);

#endif
