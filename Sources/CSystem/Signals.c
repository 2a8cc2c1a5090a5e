#include "Signals.h"

#include <pthread.h>
#include <signal.h>

static sigset_t endings;

void marque_hold_endings(void) {
    const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    sigemptyset(&endings);
    for (int i = 0; i < 3; i++) {
        struct sigaction action;
        // What nohup or a shell's background job ignores stays ignored.
        if (sigaction(signals[i], 0, &action) == 0 && action.sa_handler == SIG_IGN) continue;
        sigaddset(&endings, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &endings, 0);
}

int marque_next_ending(void) {
    int found = 0;
    while (sigwait(&endings, &found) != 0) {}
    return found;
}
