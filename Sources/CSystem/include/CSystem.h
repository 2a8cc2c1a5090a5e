// System calls that Swift's view of the C library leaves out.
#ifndef MARQUE_SYSTEM_H
#define MARQUE_SYSTEM_H

#include "Signals.h"
#include "Spawn.h"

/// Two paths change places in one step. Returns 0, or -1 with errno set.
int marque_exchange(const char *a, const char *b);

/// Begins to write a file's changed pages to the disk, without waiting. Does nothing where the system has no such call.
void marque_start_writeback(int descriptor);

/// Tells the allocator to keep freed memory for the next request: a batch job asks for the same sizes again and again.
void marque_keep_freed_memory(void);

/// The next option of a command line, by `getopt_long`; moves the operands behind the options.
///
/// `names` and `takes_value` have `count` entries, at most 63. `restart` is 1 at the first call. Sets `*value` to the
/// option's value, and `*next` to the index of the next word. Returns the option's index, -1 at the end, -2 for an unknown
/// option or one with a value that takes none, -3 for a value that is missing.
int marque_next_option(int argc, char **argv, const char *const *names, const int *takes_value, int count, int restart,
                       const char **value, int *next);

/// How many columns and rows a terminal has. Returns 0, or -1 where it does not say.
int marque_window_size(int descriptor, int *columns, int *rows);

/// From now on the signals do nothing but write their number, a byte each, into a pipe. Returns the pipe's end to read from, or -1.
int marque_tell_signals(const int *numbers, int count);

#endif
