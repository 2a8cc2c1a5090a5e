#define _GNU_SOURCE
#include "Spawn.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <stddef.h>
#include <unistd.h>

int marque_send(const char *path, const char *text, int count) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (descriptor < 0) return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
    ssize_t sent = sendto(descriptor, text, (size_t)count, MSG_DONTWAIT, (struct sockaddr *)&address, size);
    close(descriptor);
    return sent == count ? 0 : -1;
}
