/// The report's look: system fonts, light and dark by the reader's own choice, no wider than the screen.
let reportStyle = """
    :root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6775; --page: #f6f7f9; --card: #fff; --line: #dde2e8;
      --accent: #1f6f8b; --good: #2c7a4b; --warning: #9a6200; --error: #b3261e; --muted: #8793a1 }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6eaef; --soft: #a3afbc; --page: #12161b; --card: #1b2128;
      --line: #313a44; --accent: #5fb3d0; --good: #6cc08b; --warning: #e0a94a; --error: #f2867d; --muted: #6b7785 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
    main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
    h1 { font-size: clamp(1.5rem, 5vw, 2.2rem); line-height: 1.2; margin: 0 0 .4rem }
    h2 { font-size: 1.15rem; margin: 0 0 .8rem }
    section, header { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      padding: 1.2rem; margin: 0 0 1rem }
    .kind { color: var(--soft); margin: 0; font-size: .85rem; letter-spacing: .04em; text-transform: uppercase }
    .verdict { font-size: 1.1rem; font-weight: 600; margin: 0 0 1rem }
    .verdict.good { color: var(--good) } .verdict.warning { color: var(--warning) } .verdict.error { color: var(--error) }
    .tiles { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem;
      grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)) }
    .tiles li { border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; color: var(--soft); font-size: .85rem }
    .tiles strong { display: block; font-size: 1.4rem; color: var(--ink); font-variant-numeric: tabular-nums }
    .scroll { overflow-x: auto }
    table { border-collapse: collapse; width: 100%; font-size: .88rem }
    th, td { text-align: left; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
    th { color: var(--soft); font-weight: 600; white-space: nowrap } tbody th { width: 6rem } a { color: var(--accent) }
    .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    .code, code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere }
    td.code { min-width: 9rem }
    .samples { list-style: none; margin: 0; padding: 0; font-size: .88rem }
    .samples li { border-top: 1px solid var(--line); padding: .35rem 0; display: grid; gap: 0 1rem; grid-template-columns: 16rem 1fr }
    .samples .code { color: var(--soft) } .samples span:only-child, .samples .excerpt { grid-column: 1 / -1 }
    @media (max-width: 40rem) { .samples li { grid-template-columns: 1fr } }
    .bar { display: flex; height: 20px; gap: 2px; border-radius: 6px; overflow: hidden; background: var(--line) }
    .kept { background: var(--accent) } .merged { background: var(--good) }
    .quarantined { background: var(--error) } .filtered { background: var(--muted) }
    .legend span { display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-left: .8rem }
    .legend span:first-child { margin-left: 0 }
    details { border-top: 1px solid var(--line); padding: .7rem 0 }
    summary { cursor: pointer } summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
    .badge { display: inline-block; min-width: 4.6rem; text-align: center; border-radius: 99px; padding: 0 .5rem;
      font-size: .8rem; border: 1px solid currentColor }
    .badge.notice { color: var(--soft) } .badge.warning { color: var(--warning) } .badge.error { color: var(--error) }
    summary code { color: var(--soft) }
    .source, footer { color: var(--soft); font-size: .88rem }
    svg { width: 100%; height: auto; display: block } svg text { fill: var(--soft); font: 12px system-ui, sans-serif }
    .mark { fill: var(--accent) } .axis { stroke: var(--line) }
    @media print { body { background: none } section, header { break-inside: avoid; border-color: #ccc } }
    """
