#define _GNU_SOURCE
#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

// CURLOPT_PROTOCOLS is older than its follower and understood by all of libcurl 7 and 8.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static struct {
    CURLcode (*global_init)(long);
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*perform)(CURL *);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    void (*cleanup)(CURL *);
    const char *(*words)(CURLcode);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_list)(struct curl_slist *);
} curl;

// The macros of curl.h would check types of the linked functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

static int load(char *text, size_t size) {
    if (curl.perform) return 1;
#if defined(__APPLE__)
    const char *names[] = {"libcurl.4.dylib"};
#else
    const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    void *library = 0;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        snprintf(text, size, "%s", why ? why : "");
        return 0;
    }
    *(void **)&curl.global_init = dlsym(library, "curl_global_init");
    *(void **)&curl.init = dlsym(library, "curl_easy_init");
    *(void **)&curl.setopt = dlsym(library, "curl_easy_setopt");
    *(void **)&curl.getinfo = dlsym(library, "curl_easy_getinfo");
    *(void **)&curl.cleanup = dlsym(library, "curl_easy_cleanup");
    *(void **)&curl.words = dlsym(library, "curl_easy_strerror");
    *(void **)&curl.append = dlsym(library, "curl_slist_append");
    *(void **)&curl.free_list = dlsym(library, "curl_slist_free_all");
    void *perform = dlsym(library, "curl_easy_perform");
    if (!curl.global_init || !curl.init || !curl.setopt || !curl.getinfo || !curl.cleanup || !curl.words || !curl.append ||
        !curl.free_list || !perform || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(text, size, "not the library that is expected");
        return 0;
    }
    *(void **)&curl.perform = perform;
    return 1;
}

typedef struct {
    const marque_request *request;
    marque_answer *answer;
    CURL *handle;
    /// How long the file is.
    int64_t length;
    /// How many bytes have come of this answer, and when the last of them was seen.
    int64_t seen;
    int64_t seen_at;
    int has_begun;
    /// What a callback ended the transfer for.
    marque_ending ending;
} transfer;

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Keeps a header's value of visible ASCII, without white space around it.
static void keep(char *target, size_t size, const char *value, size_t length) {
    while (length && (*value == ' ' || *value == '\t')) value++, length--;
    while (length && (unsigned char)value[length - 1] <= ' ') length--;
    *target = 0;
    if (length >= size) return;
    for (size_t i = 0; i < length; i++)
        if (value[i] < ' ' || value[i] > '~') return;
    memcpy(target, value, length);
    target[length] = 0;
}

static size_t take_header(char *line, size_t one, size_t length, void *context) {
    marque_answer_head *head = &((transfer *)context)->answer->head;
    const char *colon = memchr(line, ':', length);
    if (length >= 5 && !memcmp(line, "HTTP/", 5)) {
        // Another answer: what a redirect has said does not count.
        *head = (marque_answer_head){.range_start = -1, .range_total = -1};
    } else if (colon) {
        size_t name = colon - line, rest = length - name - 1;
        char range[128];
        if (name == 4 && !strncasecmp(line, "etag", 4)) {
            keep(head->etag, sizeof head->etag, colon + 1, rest);
        } else if (name == 13 && !strncasecmp(line, "last-modified", 13)) {
            keep(head->last_modified, sizeof head->last_modified, colon + 1, rest);
        } else if (name == 13 && !strncasecmp(line, "content-range", 13)) {
            keep(range, sizeof range, colon + 1, rest);
            if (sscanf(range, "bytes %" SCNd64 "-%*d/%" SCNd64, &head->range_start, &head->range_total) < 1)
                head->range_start = -1;
        }
    }
    return one * length;
}

static size_t take_body(char *bytes, size_t one, size_t count, void *context) {
    transfer *self = context;
    const marque_request *request = self->request;
    if (!self->has_begun) {
        self->has_begun = 1;
        curl.getinfo(self->handle, CURLINFO_RESPONSE_CODE, &self->answer->head.status);
        if (request->begin(request->context, &self->answer->head) != MARQUE_BODY_WANTED) {
            self->ending = MARQUE_REFUSED;
            return 0;
        }
        off_t end = lseek(request->descriptor, 0, SEEK_END);
        self->length = end < 0 ? 0 : end;
    }
    if ((int64_t)count > request->limit - self->length) {
        self->ending = MARQUE_TOO_LARGE;
        return 0;
    }
    for (size_t done = 0; done < count;) {
        ssize_t written = write(request->descriptor, bytes + done, count - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            self->ending = MARQUE_UNWRITABLE;
            self->answer->error = errno;
            return 0;
        }
        done += written;
    }
    self->length += count;
    return one * count;
}

/// Ends a transfer of which nothing has come for too long, connecting included.
static int watch(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up) {
    transfer *self = context;
    (void)total, (void)up_total, (void)up;
    if (now != self->seen || !self->seen_at) {
        self->seen = now;
        self->seen_at = milliseconds();
    } else if (milliseconds() - self->seen_at > self->request->stall) {
        self->ending = MARQUE_STALLED;
        return 1;
    }
    return 0;
}

static marque_ending ending(CURLcode code) {
    switch (code) {
    case CURLE_OK: return MARQUE_DONE;
    case CURLE_UNSUPPORTED_PROTOCOL: return MARQUE_PROTOCOL;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST: return MARQUE_NO_HOST;
    case CURLE_COULDNT_CONNECT: return MARQUE_NO_CONNECTION;
    case CURLE_PARTIAL_FILE: return MARQUE_CUT;
    case CURLE_OPERATION_TIMEDOUT: return MARQUE_OUT_OF_TIME;
    case CURLE_TOO_MANY_REDIRECTS: return MARQUE_REDIRECTS;
    case CURLE_GOT_NOTHING: return MARQUE_EMPTY;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return MARQUE_UNTRUSTED;
    case CURLE_FILESIZE_EXCEEDED: return MARQUE_TOO_LARGE;
    default: return MARQUE_BROKEN;
    }
}

void marque_get(const marque_request *request, marque_answer *answer) {
    *answer = (marque_answer){.head = {.range_start = -1, .range_total = -1}};
    if (!load(answer->text, sizeof answer->text)) {
        answer->ending = MARQUE_NO_LIBRARY;
        return;
    }
    CURL *handle = curl.init();
    transfer self = {.request = request, .answer = answer, .handle = handle};
    const char *names[] = {"If-None-Match", "If-Modified-Since", "If-Range"};
    const char *values[] = {request->if_none_match, request->if_modified_since, request->if_range};
    struct curl_slist *headers = 0;
    for (int i = 0; i < 3; i++) {
        char line[512];
        if (!values[i]) continue;
        snprintf(line, sizeof line, "%s: %s", names[i], values[i]);
        headers = curl.append(headers, line);
    }
    char range[32];
    long secure = !strncasecmp(request->url, "https:", 6);

    curl.setopt(handle, CURLOPT_URL, request->url);
    curl.setopt(handle, CURLOPT_USERAGENT, request->agent);
    curl.setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl.setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl.setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl.setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    curl.setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl.setopt(handle, CURLOPT_REDIR_PROTOCOLS, (long)(secure ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl.setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl.setopt(handle, CURLOPT_MAXREDIRS, request->redirects);
    curl.setopt(handle, CURLOPT_UNRESTRICTED_AUTH, 0L);
    curl.setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl.setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, request->stall);
    curl.setopt(handle, CURLOPT_TIMEOUT_MS, request->total);
    // Only where the length is announced, and of a part only what is left; the bytes are counted too.
    curl.setopt(handle, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->limit);
    curl.setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
    curl.setopt(handle, CURLOPT_HEADERDATA, &self);
    curl.setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl.setopt(handle, CURLOPT_WRITEDATA, &self);
    curl.setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl.setopt(handle, CURLOPT_XFERINFOFUNCTION, watch);
    curl.setopt(handle, CURLOPT_XFERINFODATA, &self);
    if (request->offset > 0) {
        snprintf(range, sizeof range, "%" PRId64 "-", request->offset);
        curl.setopt(handle, CURLOPT_RANGE, range);
    }
    if (request->password) {
        curl.setopt(handle, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
        curl.setopt(handle, CURLOPT_USERPWD, request->password);
    } else if (request->token) {
        curl.setopt(handle, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
        curl.setopt(handle, CURLOPT_XOAUTH2_BEARER, request->token);
    }

    CURLcode code = curl.perform(handle);
    answer->ending = self.ending != MARQUE_DONE ? self.ending : ending(code);
    if (answer->ending == MARQUE_BROKEN) snprintf(answer->text, sizeof answer->text, "%s", curl.words(code));
    curl.getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->head.status);
    curl_off_t wait = 0;
    if (curl.getinfo(handle, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK) answer->retry_after = wait;
    curl.cleanup(handle);
    curl.free_list(headers);
}
