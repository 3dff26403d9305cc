// The reliable half and the sessions: frames are numbered, repeated until acknowledged, handed on once and in order. The
// link belongs to the main loop; bytes come and go through hal.h.
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

// link_reset forgets everything and begins a session with both sequences at zero; session 0 is none.
void link_reset(uint8_t session);

uint8_t link_session(void);

// link_receive takes a frame and tells whether it is to be acted on: of this session and, when sequenced, the next one.
bool link_receive(uint16_t now, const frame_t *f);

// link_send queues a sequenced frame of at most LINK_PAYLOAD bytes. With the backlog full the host has long been gone: it is
// dropped, and a new session begins with an empty one.
void link_send(uint8_t type, const uint8_t *payload, uint8_t size);

// link_state sends an unsequenced frame now; false when the line has no room for it.
bool link_state(uint8_t type, const uint8_t *payload, uint8_t size);

// link_advance sends what is due: repetitions, waiting frames as far as the window allows, an acknowledgement.
void link_advance(uint16_t now);

enum { LINK_PAYLOAD = 8, LINK_WINDOW = 4, LINK_BACKLOG = 64 };

#endif
