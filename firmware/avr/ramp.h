// Ways to rest, and to move without the queue. motion.h has what the main loop calls.
#ifndef RAMP_H
#define RAMP_H

// ramp_begin takes up the ramp that motion_ramp has prepared. If there is none yet the joints coast on: it came out late, or the arm was
// held between the last tick of a segment and this (tick).
void ramp_begin(void);

#endif
