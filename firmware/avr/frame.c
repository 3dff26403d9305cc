#include "frame.h"

#include "bytes.h"

uint16_t frame_crc(uint16_t crc, const uint8_t *p, uint8_t n) {
	while (n--) { // x¹⁶ + x¹² + x⁵ + 1, a byte at once without a table
		uint8_t x = (uint8_t)(crc >> 8) ^ *p++;
		x ^= x >> 4;
		crc = (uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)x << 12) ^ (uint16_t)((uint16_t)x << 5) ^ x;
	}
	return crc;
}

// uncobs undoes the stuffing in place and returns the plain length, 0 when the chain of code bytes is broken.
static uint8_t uncobs(uint8_t *p, uint8_t n) {
	uint8_t in = 0, out = 0;
	while (in < n) {
		uint8_t code = p[in];
		if (code == 0 || code > n - in)
			return 0;
		uint8_t end = in + code;
		for (in++; in < end; in++)
			p[out++] = p[in];
		if (in < n)
			p[out++] = 0;
	}
	return out;
}

static bool finish(decoder_t *d, frame_t *f) {
	uint8_t n = uncobs(d->buf, d->n);
	if (d->over || n < FRAME_HEAD + 2 || frame_crc(0xFFFF, d->buf, n - 2) != get16(d->buf + n - 2))
		return false;
	f->type = d->buf[0];
	f->session = d->buf[1];
	f->seq = d->buf[2];
	f->ack = d->buf[3];
	f->size = n - FRAME_HEAD - 2;
	f->payload = d->buf + FRAME_HEAD;
	return proto_size(f->type) == (int8_t)f->size;
}

bool frame_feed(decoder_t *d, uint8_t byte, frame_t *f) {
	if (byte != 0) {
		if (d->n == FRAME_MAX)
			d->over = true;
		else
			d->buf[d->n++] = byte;
		return false;
	}
	bool good = d->n > 0 && finish(d, f);
	if (!good && d->n > 0) // nothing between two delimiters is no error
		d->errors++;
	d->n = 0;
	d->over = false;
	return good;
}

// A stuffer writes plain bytes stuffed.
typedef struct {
	uint8_t *dst;
	uint8_t n, code; // length so far, and where the present code byte stands
} stuffer_t;

static void stuff(stuffer_t *s, uint8_t byte) {
	if (byte == 0) {
		s->code = s->n;
		s->dst[s->n++] = 1;
		return;
	}
	s->dst[s->n++] = byte;
	s->dst[s->code]++;
}

uint8_t frame_encode(uint8_t *dst, const frame_t *f) {
	const uint8_t head[FRAME_HEAD] = {f->type, f->session, f->seq, f->ack};
	uint16_t crc = frame_crc(frame_crc(0xFFFF, head, FRAME_HEAD), f->payload, f->size);
	stuffer_t s = {dst, 1, 0};
	dst[0] = 1;
	for (uint8_t i = 0; i < FRAME_HEAD; i++)
		stuff(&s, head[i]);
	for (uint8_t i = 0; i < f->size; i++)
		stuff(&s, f->payload[i]);
	stuff(&s, (uint8_t)crc);
	stuff(&s, (uint8_t)(crc >> 8));
	dst[s.n++] = 0;
	return s.n;
}
