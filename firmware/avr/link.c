#include "link.h"

#include <string.h>

#include "hal.h"

enum { RETRY_FIRST = 30, RETRY_LAST = 250, REPEAT_GUARD = 2 }; // ms

typedef struct {
	uint8_t type, size, payload[LINK_PAYLOAD];
} pending_t;

static struct {
	uint8_t session;
	uint8_t acked; // last of ours that the host has
	uint8_t got;   // last of the host's received in order
	pending_t queue[LINK_BACKLOG];
	uint8_t first, count, sent; // of the queue: its oldest, how many, how many of these on the line

	uint16_t interval, last_sent, last_repeat; // ms
	bool repeat, ack_due, gap;
} l;

void link_reset(uint8_t session) {
	memset(&l, 0, sizeof l);
	l.session = session;
	l.interval = RETRY_FIRST;
	l.last_repeat = (uint16_t)(hal_ms() - REPEAT_GUARD);
}

uint8_t link_session(void) { return l.session; }

// acknowledge takes the acknowledgement of any frame of the session. A frame that arrives shows that the line lives, so the
// back-off ends; a NAK says that something behind what it acknowledges was lost.
static void acknowledge(uint16_t now, const frame_t *f) {
	uint8_t n = f->ack - l.acked;
	if (n > l.sent)
		return;
	l.interval = RETRY_FIRST;
	if (n > 0) {
		l.acked = f->ack;
		l.first = (l.first + n) % LINK_BACKLOG;
		l.count -= n;
		l.sent -= n;
		l.last_sent = now;
	}
	bool asked = f->type == T_NAK && (uint16_t)(now - l.last_repeat) >= REPEAT_GUARD;
	l.repeat = l.sent > 0 && (l.repeat || asked);
}

bool link_receive(uint16_t now, const frame_t *f) {
	if (l.session == 0 || f->session != l.session)
		return false;
	acknowledge(now, f);
	if (!proto_sequenced(f->type))
		return true;
	l.ack_due = true;
	uint8_t ahead = f->seq - l.got;
	if (ahead == 1) {
		l.got++;
		return true;
	}
	if (ahead >= 2 && ahead <= LINK_WINDOW)
		l.gap = true;
	return false;
}

void link_send(uint8_t type, const uint8_t *payload, uint8_t size) {
	if (l.session == 0 || l.count == LINK_BACKLOG)
		return;
	pending_t *p = &l.queue[(l.first + l.count) % LINK_BACKLOG];
	p->type = type;
	p->size = size;
	memcpy(p->payload, payload, size);
	l.count++;
}

// put encodes a frame on the line when there is room for it, with the session and the present acknowledgement.
static bool put(frame_t *f) {
	uint8_t line[FRAME_MAX];
	f->session = l.session;
	f->ack = l.got;
	uint8_t n = frame_encode(line, f);
	if (hal_tx_room() < n)
		return false;
	hal_tx(line, n);
	l.ack_due = false;
	return true;
}

bool link_state(uint8_t type, const uint8_t *payload, uint8_t size) {
	frame_t f = {.type = type, .payload = payload, .size = size};
	return put(&f);
}

// put_queued sends item i of the queue, whose number follows the acknowledged ones.
static bool put_queued(uint8_t i) {
	const pending_t *p = &l.queue[(l.first + i) % LINK_BACKLOG];
	frame_t f = {.type = p->type, .seq = (uint8_t)(l.acked + i + 1), .payload = p->payload, .size = p->size};
	return put(&f);
}

static void repeat_due(uint16_t now) {
	bool late = l.sent > 0 && (uint16_t)(now - l.last_sent) >= l.interval;
	if (!late && !l.repeat)
		return;
	if (late && !l.repeat) {
		l.interval *= 2;
		if (l.interval > RETRY_LAST)
			l.interval = RETRY_LAST;
	}
	l.repeat = false;
	l.last_repeat = l.last_sent = now;
	for (uint8_t i = 0; i < l.sent; i++)
		put_queued(i); // what finds no room goes with the next repetition
}

void link_advance(uint16_t now) {
	if (l.session == 0)
		return;
	repeat_due(now);
	while (l.sent < LINK_WINDOW && l.sent < l.count && put_queued(l.sent)) {
		if (l.sent++ == 0)
			l.last_sent = now;
	}
	if (l.gap) {
		l.gap = !link_state(T_NAK, 0, 0);
	} else if (l.ack_due) {
		link_state(T_ACK, 0, 0);
	}
}
