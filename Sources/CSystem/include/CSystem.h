// System calls that Swift's view of the C library leaves out.
#ifndef MARQUE_SYSTEM_H
#define MARQUE_SYSTEM_H

/// Two paths change places in one step. Returns 0, or -1 with errno set.
int marque_exchange(const char *a, const char *b);

/// Begins to write a file's changed pages to the disk, without waiting. Does nothing where the system has no such call.
void marque_start_writeback(int descriptor);

#endif
