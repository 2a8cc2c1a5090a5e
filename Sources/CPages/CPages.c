#include "CPages.h"

// `#embed` is of C23, and clang has it for all of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char markup[] = {
#embed "preview.html"
};
static const unsigned char style[] = {
#embed "preview.css"
};
static const unsigned char script[] = {
#embed "../../Clients/TypeScript/catalog.js"
    ,
#embed "../../Clients/TypeScript/selection.js"
    ,
#embed "../../Clients/TypeScript/units.js"
    ,
#embed "wheel.js"
    ,
#embed "preview.js"
};

const struct marque_text marque_preview_markup = {markup, sizeof markup};
const struct marque_text marque_preview_style = {style, sizeof style};
const struct marque_text marque_preview_script = {script, sizeof script};
