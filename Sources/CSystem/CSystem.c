#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

int marque_exchange(const char *a, const char *b) {
#if defined(__APPLE__)
    return renamex_np(a, b, RENAME_SWAP);
#else
    const unsigned exchange = 1 << 1;  // RENAME_EXCHANGE
    return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, exchange);
#endif
}

void marque_start_writeback(int descriptor) {
#if defined(__linux__)
    sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor;
#endif
}

void marque_keep_freed_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
#endif
}

int marque_next_option(int argc, char **argv, const char *const *names, const int *takes_value, int count, int restart,
                       const char **value, int *next) {
    struct option table[64] = {{0}};
    for (int i = 0; i < count && i < 63; i++) {
        table[i] = (struct option){names[i], takes_value[i] ? required_argument : no_argument, 0, 256 + i};
    }
    if (restart) {
#if defined(__APPLE__)
        optreset = 1;
        optind = 1;
#else
        optind = 0;
#endif
        opterr = 0;
    }
    int found = getopt_long(argc, argv, ":", table, 0);
    *value = optarg;
    *next = optind;
    if (found >= 256) return found - 256;
    return found == -1 ? -1 : found == ':' ? -3 : -2;
}

int marque_window_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

static int signal_pipe[2] = {-1, -1};

static void tell_signal(int number) {
    int saved = errno;
    char byte = (char)number;
    // A full pipe has told enough.
    (void)!write(signal_pipe[1], &byte, 1);
    errno = saved;
}

int marque_tell_signals(const int *numbers, int count) {
    if (signal_pipe[0] < 0) {
        if (pipe(signal_pipe) != 0) return -1;
        for (int i = 0; i < 2; i++) {
            fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
            fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
        }
    }
    struct sigaction action = {0};
    action.sa_handler = tell_signal;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++) sigaction(numbers[i], &action, 0);
    return signal_pipe[0];
}
