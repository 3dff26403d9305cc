// The search for the limit switches: upper arm and forearm together, so that the elbow keeps its angle while both lift, then the
// base; fast to the switch, slowly off it, and where it opens the position is known. Called every millisecond.
#ifndef HOMING_H
#define HOMING_H

#include "proto.h"

typedef enum { HOMING_ON, HOMING_DONE, HOMING_LOST } homing_t;

void homing_start(void);
void homing_stop(void);
bool homing_active(void);

// homing_step is one millisecond; joint says whose switch was not found, or not left.
homing_t homing_step(uint8_t *joint);

#endif
