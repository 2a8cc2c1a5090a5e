// The parts of the pages that marque writes, as their files have them.
#ifndef MARQUE_PAGES_H
#define MARQUE_PAGES_H

/// Bytes without an end mark.
struct marque_text {
    const unsigned char *bytes;
    long count;
};

/// The preview's markup and style, and its modules, each behind those that it imports.
extern const struct marque_text marque_preview_markup, marque_preview_style, marque_preview_script;

#endif
