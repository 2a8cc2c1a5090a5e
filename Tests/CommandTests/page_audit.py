"""What axe-core's essential rules ask of any page, as computed by the browser: names, roles, headings, ids and contrast.

It brings the browser too, and exits 77 where Playwright or Chromium is not there.
"""
import shutil
import sys

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    print("playwright is not there")
    sys.exit(77)
chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if not chromium:
    print("chromium is not there")
    sys.exit(77)

AUDIT = """() => {
  const faults = [];
  const visible = (e) => e.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && e.getClientRects().length > 0;
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title) faults.push("no title");
  const named = (e) => {
    const ids = (e.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean);
    const texts = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const labels = Array.from(e.labels ?? []).map((label) => label.textContent).join(" ");
    return (e.getAttribute("aria-label") || texts || labels || (/^(button|a|summary)$/i.test(e.tagName) ? e.textContent : "")).trim() !== "";
  };
  for (const e of all("section, nav, [role=listbox], [role=group], input, select, button, a, summary, svg:not([aria-hidden=true])"))
    if (!named(e)) faults.push(`${e.tagName} ${e.id || e.className} has no name`);
  let last = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const level = Number(heading.tagName[1]);
    if (level > last + 1) faults.push(`heading "${heading.textContent}" jumps from ${last} to ${level}`);
    if (!heading.textContent.trim()) faults.push("empty heading");
    last = level;
  }
  const ids = all("[id]").map((e) => e.id);
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) faults.push(`id ${id} stands twice`);
  for (const e of all("[aria-activedescendant]"))
    if (document.getElementById(e.getAttribute("aria-activedescendant"))?.closest("[role=listbox]")?.id !== (e.getAttribute("aria-controls") || e.id))
      faults.push(`the active row of ${e.id} is not in it`);
  for (const e of all("[role=option]")) {
    if (!e.closest("[role=listbox]")) faults.push("a row outside of a list");
    if (!e.hasAttribute("aria-selected")) faults.push("a row that is neither selected nor not");
  }
  const numbers = (color) => {
    const found = color.match(/[\\d.]+/g).map(Number);
    return color.startsWith("color(") ? [found[0] * 255, found[1] * 255, found[2] * 255, found[3] ?? 1] : [found[0], found[1], found[2], found[3] ?? 1];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(numbers(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
  };
  const told = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !visible(element) || /^(script|style|option|title)$/i.test(element.tagName) || element.closest(":disabled")) continue;
    const drawing = element.closest("svg");
    const style = getComputedStyle(element);
    const back = behind(drawing ? drawing.parentElement : element);
    const front = over(numbers(drawing ? style.fill : style.color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const key = `${element.tagName}.${element.getAttribute("class") || ""}`;
    if (ratio < 4.5 && !told.has(key)) {
      told.add(key);
      faults.push(`contrast of ${key} "${walker.currentNode.data.trim().slice(0, 30)}" is ${ratio.toFixed(2)}`);
    }
  }
  return faults;
}"""


def faults(page):
    return page.evaluate(AUDIT)
