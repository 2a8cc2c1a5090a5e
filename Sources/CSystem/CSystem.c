#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <stdio.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
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
