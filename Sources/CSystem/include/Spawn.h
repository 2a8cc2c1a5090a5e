// Other programs, and what manages services.
#ifndef MARQUE_SPAWN_H
#define MARQUE_SPAWN_H

/// Starts a program, looked for in PATH, in a process group of its own, with `input` as its standard input and its output going to
/// standard error. It holds no signals back and does not ignore SIGPIPE, whatever this process does. `words` ends with a null.
/// Returns 0, or an error number.
int marque_spawn(char *const *words, int input, int *process);

/// Sends a datagram to a socket of the file system, or of the abstract space where the path begins with `@`. Returns 0 or -1.
int marque_send(const char *path, const char *text, int count);

#endif
