"""Opens a report in headless Chromium and uses it as people do.

usage: report_page.py REPORT.html [SCREENSHOTS]

Prints every fault, and nothing where there is none. Exits 77 where Playwright or Chromium is not there.
"""
import pathlib
import re
import sys

import page_audit
from page_audit import chromium, sync_playwright

path = pathlib.Path(sys.argv[1]).resolve()
url = path.as_uri()
shots = sys.argv[2] if len(sys.argv) > 2 else None
faults = []


def expect(found, wanted, what):
    if found != wanted:
        faults.append(f"{what}: {found!r} found, expected {wanted!r}")


# What a report has beyond what any page must have: landmarks, tables with captions, links that lead somewhere.
AUDIT = """() => {
  const faults = [];
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  for (const [selector, count] of [["main", 1], ["body > header", 1], ["body > footer", 1], ["nav[aria-label]", 1], ["h1", 1]])
    if (all(selector).length !== count) faults.push(`${all(selector).length} ${selector}, expected ${count}`);
  for (const child of document.body.children)
    if (!["HEADER", "NAV", "MAIN", "FOOTER", "SCRIPT"].includes(child.tagName) && child.className !== "skip")
      faults.push(`${child.tagName} is outside of all landmarks`);
  for (const link of all("a[href^='#']"))
    if (!document.getElementById(link.getAttribute("href").slice(1))) faults.push(`${link.getAttribute("href")} leads nowhere`);
  for (const table of all("table")) {
    if (!table.caption) faults.push("table without caption");
    for (const cell of table.querySelectorAll("th")) if (!cell.scope) faults.push(`heading cell "${cell.textContent}" without scope`);
  }
  for (const box of all("*"))
    if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX) && box.tabIndex < 0 && box.checkVisibility())
      faults.push(`${box.tagName}.${box.className} scrolls and cannot be reached`);
  return faults;
}"""


def count(page):
    """The findings that can be seen or would be if their rule were open, and what the page says of them."""
    shown = page.eval_on_selector_all(
        ".items > li", "all => all.filter(item => !item.hidden && !item.closest('details').hidden).length")
    said = page.inner_text("#matches")
    expect(int(said.split()[0].replace(",", "")), shown, "count in the live region")
    return shown


def use(browser, context):
    page = context.new_page()
    asked = []
    page.on("console", lambda message: faults.append("console: " + message.text))
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("request", lambda request: asked.append(request.url.split("#")[0]))
    page.goto(url)
    total = count(page)
    every = page.locator(".items > li").count()
    expect(total, every, "findings without a filter")
    # Severity: as many as its rules have.
    severity = page.eval_on_selector("#by-severity", "box => box.options[box.options.length - 1].value")
    of_severity = page.locator(f"details.rule[data-severity='{severity}'] .items > li").count()
    page.select_option("#by-severity", severity)
    expect(count(page), of_severity, f"findings of severity {severity}")
    # Typing narrows further, and the address says both.
    word = page.eval_on_selector(f"details.rule[data-severity='{severity}'] .items > li .print", "e => e.textContent")
    page.fill("#q", word)
    hits = page.eval_on_selector_all(".print", f"all => all.filter(e => e.textContent === '{word}').length")
    expect(count(page), hits, f"findings of fingerprint {word}")
    expect(page.url.split("#")[1], f"q={word}&severity={severity}", "address")
    link = page.url
    page.fill("#q", "no such word")
    expect(count(page), 0, "findings without a match")
    page.click("button[type=reset]")
    page.wait_for_function("!document.getElementById('matches').textContent.includes(' of ')")
    expect(count(page), every, "findings after Clear")
    # A link that somebody shared.
    other = context.new_page()
    other.on("console", lambda message: faults.append("console: " + message.text))
    other.goto(link)
    expect((count(other), other.input_value("#q"), other.input_value("#by-severity")), (hits, word, severity), "shared link")
    other.close()
    # A mark in a drawing leads to its finding and opens its rule.
    mark = page.locator("svg a").first
    if mark.count():
        mark.focus()
        expect(page.evaluate("document.activeElement.closest('svg') !== null"), True, "a mark takes the focus")
        page.keyboard.press("Enter")
        page.wait_for_function("document.querySelector(':target') && document.querySelector(':target').closest('details').open")
    expect(set(asked), {url}, "requests")
    page.close()


def walk(context):
    """The keyboard alone: everything is reached in the page's order, and what has the focus can be seen."""
    page = context.new_page()
    page.goto(url)
    wanted = page.evaluate("""() => Array.from(document.querySelectorAll(
        "a[href], button, input, select, summary, [tabindex='0']")).filter((e) => e.checkVisibility() && e.getClientRects().length).length""")
    page.evaluate("window.seen = new Set()")
    for step in range(min(wanted, 400)):
        page.keyboard.press("Tab")
        state = page.evaluate("""() => {
            const e = document.activeElement;
            if (e === document.body) return "nothing has the focus";
            const style = getComputedStyle(e);
            const mark = e.closest("svg") && e.querySelector("circle");
            if (!mark && !(parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none")) return `no outline on ${e.tagName} ${e.className}`;
            if (mark && parseFloat(getComputedStyle(mark).strokeWidth) < 2) return "no outline on a mark";
            if (window.seen.has(e)) return `${e.tagName} ${e.className} for the second time`;
            window.seen.add(e);
            return "";
        }""")
        if state:
            faults.append(f"Tab {step + 1} of {wanted}: {state}")
            break
    # Into the filter without a mouse: type, choose, clear.
    page.focus("#q")
    page.keyboard.type("id")
    typed = count(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.input_value("#by-severity") != "", True, "a severity is chosen by keyboard")
    expect(count(page) <= typed, True, "choosing narrows down")
    page.focus("details.rule > summary:visible")
    before = page.evaluate("document.activeElement.parentElement.open")
    page.keyboard.press("Enter")
    expect(page.evaluate("document.activeElement.parentElement.open"), not before, "a rule opens by keyboard")
    page.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium)
    for scheme in ("light", "dark"):
        for name, width, height in (("desktop", 1280, 900), ("phone", 360, 800)):
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
            # A busy machine is no fault of the page.
            context.set_default_timeout(300_000)
            page = context.new_page()
            page.goto(url)
            if shots:
                page.screenshot(path=f"{shots}/{name}-{scheme}.png", full_page=name == "desktop")
            page.eval_on_selector_all("details", "all => all.forEach((box) => { box.open = true; })")
            expect(page.evaluate("document.documentElement.scrollWidth") <= width, True, f"{name}, {scheme}: fits the screen")
            faults += [f"{name}, {scheme}: {fault}" for fault in page.evaluate(AUDIT) + page_audit.faults(page)]
            page.close()
            if scheme == "light":
                use(browser, context)
            context.close()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(300_000)
    walk(context)
    # Without scripts the page still reads: all findings are there, and no control that does nothing.
    unscripted = browser.new_context(java_script_enabled=False)
    unscripted.set_default_timeout(300_000)
    still = unscripted.new_page()
    still.goto(url)
    expect(still.locator("#filter").is_visible(), False, "filter without scripts")
    expect(still.locator(".items > li").count() > 0, True, "findings without scripts")
    if shots:
        printed = context.new_page()
        printed.goto(url)
        printed.pdf(path=f"{shots}/print.pdf", print_background=True)
    browser.close()

print("\n".join(dict.fromkeys(re.sub(r"\s+", " ", fault) for fault in faults)))
