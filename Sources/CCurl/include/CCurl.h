// One transfer with libcurl, which is loaded at the first: linking it would slow down the start of every command.
#ifndef MARQUE_CURL_H
#define MARQUE_CURL_H

#include <stdint.h>

/// What a server has said of its answer. Texts are empty where it has not.
typedef struct {
    long status;
    /// With its quotation marks; empty where it is longer than this, or not of visible ASCII.
    char etag[256];
    char last_modified[64];
    /// What `Content-Range` says: the first byte, and the whole length; -1 where it does not.
    int64_t range_start, range_total;
} marque_answer_head;

/// What is done with an answer's body.
enum { MARQUE_BODY_REFUSED = 0, MARQUE_BODY_WANTED = 1 };

typedef struct {
    const char *url;
    const char *agent;
    /// What makes the answer depend on what is there already, each a header's value or null.
    const char *if_none_match, *if_modified_since, *if_range;
    /// From which byte on the answer is wanted; 0 asks for all of it.
    int64_t offset;
    /// Where the body goes, from its end on.
    int descriptor;
    /// How long the file may become.
    int64_t limit;
    /// In milliseconds: how long no byte may come, and how long all may take.
    long stall, total;
    long redirects;
    /// `user:password`, or a bearer token, or neither.
    const char *password, *token;
    /// Told the head before the first byte of the body; says what is done with it.
    int (*begin)(void *context, const marque_answer_head *head);
    void *context;
} marque_request;

/// How a transfer ended.
typedef enum {
    MARQUE_DONE,
    /// `begin` did not want the body.
    MARQUE_REFUSED,
    MARQUE_STALLED,
    MARQUE_OUT_OF_TIME,
    MARQUE_TOO_LARGE,
    /// Fewer bytes came than were announced.
    MARQUE_CUT,
    MARQUE_NO_HOST,
    MARQUE_NO_CONNECTION,
    MARQUE_EMPTY,
    MARQUE_REDIRECTS,
    MARQUE_UNTRUSTED,
    /// A protocol that is not allowed, as of a redirect from https to http.
    MARQUE_PROTOCOL,
    /// The file cannot be written, see `error`.
    MARQUE_UNWRITABLE,
    /// There is no libcurl.
    MARQUE_NO_LIBRARY,
    /// Anything else, see `text`.
    MARQUE_BROKEN,
} marque_ending;

typedef struct {
    marque_ending ending;
    marque_answer_head head;
    /// What `Retry-After` says; 0 where it does not.
    int64_t retry_after;
    /// The system's number for `MARQUE_UNWRITABLE`.
    int error;
    /// libcurl's words for what `ending` has no name for, or the loader's.
    char text[256];
} marque_answer;

/// Gets a URL of http or https. For one thread at a time.
void marque_get(const marque_request *request, marque_answer *answer);

#endif
