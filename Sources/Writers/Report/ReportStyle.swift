/// The pages' look: system fonts, light and dark by the reader's own choice, no wider than the screen, fit for paper.
let reportStyle = """
    :root { color-scheme: light dark; --ink: #17202b; --soft: #556271; --page: #f3f5f8; --card: #fff; --line: #d9dfe6;
      --accent: #16677f; --stream: #a9cfdb; --good: #23703f; --warning: #8a5500; --error: #b3261e; --notice: #556271;
      --muted: #7b8794; --merged: #5a9a6e; --offender: #d0342c }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a8b4c1; --page: #0f1419; --card: #181f27;
      --line: #303a45; --accent: #63b8d4; --stream: #1f5263; --good: #74c893; --warning: #e6b052; --error: #f58f86;
      --notice: #a8b4c1; --muted: #7b8794; --merged: #4d9266; --offender: #ff6b61 } }
    * { box-sizing: border-box }
    body { margin: 0 auto; max-width: 76rem; padding: 1.2rem 1rem 3rem; background: var(--page); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere }
    h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .5rem } h1 span { color: var(--soft); font-weight: 400 }
    h2 { font-size: 1.3rem; line-height: 1.2; margin: 0 0 1rem } h3 { font-size: 1rem; line-height: 1.3; margin: 0 }
    p { margin: 0 0 .6rem } a { color: var(--accent) } b { font-weight: 650 }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
    .skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 3 }
    section, header { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.4rem;
      margin: 0 0 1rem; scroll-margin-top: 1rem }
    header { border-left: 8px solid var(--accent) } header.good { border-left-color: var(--good) }
    header.warning { border-left-color: var(--warning) } header.error { border-left-color: var(--error) }
    .kind { color: var(--soft); margin: 0; font-size: .8rem; letter-spacing: .06em; text-transform: uppercase }
    .verdict { font-size: 1.15rem; font-weight: 600; margin: 0 0 1.1rem; max-width: 60rem } header .verdict { color: var(--ink) }
    .tiles { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem;
      grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)) }
    .tiles li { border: 1px solid var(--line); border-radius: 10px; padding: .6rem .8rem; color: var(--soft); font-size: .85rem }
    .tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; color: var(--ink); font-variant-numeric: tabular-nums; white-space: nowrap }
    .tiles .error, .tiles .warning, .tiles .good { border-color: currentColor } .tiles .error, .tiles .error strong { color: var(--error) }
    .tiles .warning, .tiles .warning strong { color: var(--warning) } .tiles .good, .tiles .good strong { color: var(--good) }
    nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 1rem; padding: 0 }
    nav a { display: block; padding: .3rem .9rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card);
      text-decoration: none } nav a:hover { border-color: var(--accent) }
    .scroll { overflow-x: auto; margin: 0 0 1rem }
    table { border-collapse: collapse; width: 100%; font-size: .88rem; overflow-wrap: normal }
    caption { text-align: left; color: var(--soft); padding: 0 0 .3rem }
    th, td { text-align: left; padding: .38rem .8rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
    thead th { color: var(--soft); white-space: nowrap } tbody th { font-weight: 500 } tbody tr:last-child > * { border-bottom: 0 }
    .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .zero { color: var(--soft) } .date { white-space: nowrap }
    #rules tbody th { padding-left: 5.6rem } #rules th .badge { margin: 0 .4rem 0 -5.6rem }
    .share { min-width: 8rem; vertical-align: middle; padding-right: 0 }
    .code, code, pre { font: .85em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere } td.code { min-width: 12rem }
    .source, footer { color: var(--soft); font-size: .88rem }
    details { border-top: 1px solid var(--line); padding: .2rem 0 } summary { cursor: pointer; padding: .5rem 0 }
    .rule > summary { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; list-style: none }
    .rule > summary::-webkit-details-marker { display: none }
    .rule > summary::before { content: "\\25b8"; color: var(--soft); width: .8em } .rule[open] > summary::before { content: "\\25be" }
    .rule > summary:hover h3 { text-decoration: underline } .counts { color: var(--soft); font-variant-numeric: tabular-nums }
    .badge { display: inline-block; min-width: 4.9rem; text-align: center; border-radius: 99px; padding: 0 .6rem;
      font-size: .8rem; border: 1px solid currentColor; white-space: nowrap }
    .badge.notice { color: var(--notice) } .badge.warning { color: var(--warning) } .badge.error { color: var(--error) }
    .about { border-left: 3px solid var(--line); padding-left: .9rem; margin: .2rem 0 .8rem 1.5rem; max-width: 52rem; font-size: .93rem }
    .items { list-style: none; margin: 0 0 .6rem 1.5rem; padding: 0; font-size: .92rem }
    .items li { border-top: 1px solid var(--line); padding: .5rem 0; scroll-margin-top: 8rem } .items p { margin: 0 }
    .items li:target { background: color-mix(in srgb, var(--accent) 14%, transparent); outline: 2px solid var(--accent); outline-offset: 2px }
    .state { font-size: .75rem; font-weight: 650; text-transform: uppercase; letter-spacing: .04em; margin-right: .3rem; color: var(--soft) }
    .state.new { color: var(--accent) } .state.fixed { color: var(--good) } .items .where { color: var(--soft) } .where code + code { margin-left: .4rem }
    pre { background: var(--page); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .8rem; margin: .4rem 0 0; overflow-x: auto }
    pre b { color: var(--error) }
    form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; background: var(--page); border: 1px solid var(--line);
      border-radius: 10px; padding: .8rem; margin: 0 0 1rem } form[hidden] { display: none } form p { margin: 0; min-width: 0 }
    form label { display: block; color: var(--soft); font-size: .8rem }
    input, select, button { font: inherit; font-size: .92rem; color: var(--ink); background: var(--card); border: 1px solid var(--muted);
      border-radius: 8px; padding: .3rem .6rem; min-height: 2.3rem; max-width: 14rem; width: 100% } button { cursor: pointer; width: auto }
    #matches { flex-basis: 100%; font-weight: 600 }
    .items button { font-size: .8rem; min-height: 1.6rem; padding: 0 .6rem; margin-left: .5rem; border-color: var(--line) }
    svg { width: 100%; height: auto; display: block; overflow: visible } svg text { fill: var(--soft); font: 12px system-ui, sans-serif }
    svg .name { fill: var(--ink); font-weight: 650 } svg .large { fill: var(--ink); font-size: 20px; font-weight: 650 } .narrow { display: none }
    .mark { fill: var(--accent) } .level1 { fill-opacity: .22 } .level2 { fill-opacity: .36 } .level3 { fill-opacity: .5 }
    .level4 { fill-opacity: .66 } .level5 { fill-opacity: .82 } .axis { stroke: var(--line) } .base { stroke: var(--muted) }
    .even { stroke: var(--muted); stroke-dasharray: 4 4 } .limit { stroke: var(--offender); stroke-width: 1.5; stroke-dasharray: 5 3 }
    .stem { stroke: var(--muted); stroke-width: 2 } .offender { fill: var(--offender) } circle.offender { stroke: var(--card); stroke-width: 1.5 }
    svg a:focus-visible { outline: none } svg a:focus circle, svg a:hover circle { r: 7px; stroke: var(--ink); stroke-width: 2.5 }
    svg .tip { opacity: 0; pointer-events: none; fill: var(--ink); font-weight: 650; paint-order: stroke; stroke: var(--card); stroke-width: 5px;
      stroke-linejoin: round } svg a:focus .tip, svg a:hover .tip { opacity: 1 }
    .node { fill: var(--accent) } .stream { fill: var(--stream) } .merged { fill: var(--merged); background: var(--merged) }
    .quarantined { fill: var(--offender); background: var(--offender) } .filtered { fill: var(--muted); background: var(--muted) }
    rect.new { fill: var(--accent) } rect.known { fill: var(--muted) } rect.waived { fill: var(--stream) } rect.fixed { fill: var(--good) }
    .swatch.new { background: var(--accent) } .swatch.known { background: var(--muted) } .swatch.waived { background: var(--stream) }
    .swatch.fixed { background: var(--good) }
    .losses { list-style: none; padding: 0; margin: .8rem 0; display: none } .swatch { display: inline-block; width: .8em; height: .8em; border-radius: 3px }
    .figures { columns: 2 25rem; column-gap: 2.6rem }
    figure { margin: 0 0 1.8rem; break-inside: avoid } figcaption p { color: var(--soft); font-size: .88rem; margin: .1rem 0 .6rem }
    .trend { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem 1.6rem; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)) }
    .trend p { margin: 0; color: var(--soft); font-size: .88rem } .trend strong { color: var(--ink); font-size: 1.05rem }
    .spark { fill: none; stroke: var(--accent); stroke-width: 2 } .dot { fill: var(--accent) }
    .samples { list-style: none; margin: 0; padding: 0; font-size: .88rem } .samples li { border-top: 1px solid var(--line); padding: .35rem 0 }
    @media (min-width: 60rem) { form { position: sticky; top: 0; z-index: 2 } }
    @media (max-width: 46rem) { .wide { display: none } .narrow { display: block } .losses { display: block } section, header { padding: 1rem }
      .about, .items { margin-left: 0 } .share, #rules thead th:last-child { display: none } #rules table, #rules caption { display: block }
      #rules thead, #rules tbody { display: block } #rules tr { display: grid; grid-template-columns: repeat(4, 1fr); border-bottom: 1px solid var(--line) }
      #rules tr > :first-child { grid-column: 1 / -1 } #rules tr > * { border-bottom: 0 } form p { flex: 1 1 8rem } .items button { margin: .2rem 0 0 } }
    @media (prefers-reduced-motion: no-preference) { svg circle { transition: r .12s } svg .tip { transition: opacity .12s } }
    @page { margin: 14mm }
    @media print { .tiles strong { font-size: 1.1rem } :root { color-scheme: light; --ink: #000; --soft: #444; --page: #fff; --card: #fff; --line: #ccc }
      body { padding: 0; font-size: 10.5pt } nav, form, .skip, .items button { display: none !important }
      section, header { border-color: #ccc; padding: .8rem; border-radius: 6px } figure, .items li, tr { break-inside: avoid }
      h2, h3, summary { break-after: avoid } .figures { columns: 2 } }
    """
