// The signals that ask a process to end.
#ifndef MARQUE_SIGNALS_H
#define MARQUE_SIGNALS_H

/// Holds back SIGHUP, SIGINT and SIGTERM, but for those that are ignored, in this thread and all that it starts from now on.
void marque_hold_endings(void);

/// Waits for one of the signals that are held back.
int marque_next_ending(void);

#endif
