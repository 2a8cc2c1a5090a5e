"""Holds the forms of a bundle's report against report.json, each read by a parser that is not ours.

usage: report_oracle.py BUNDLE

Prints every disagreement, and nothing where there is none.
"""
import csv
import json
import re
import sys
import xml.etree.ElementTree as xml

bundle = sys.argv[1]
report = json.load(open(bundle + "/report/report.json"))
rules = {rule["id"]: rule for rule in report["rules"]}


def complain(text):
    print(text)


def expect(found, wanted, what):
    if found != wanted:
        complain(f"{what}: {found!r} found, expected {wanted!r}")


# findings.csv: a row a finding, up to 1,000 a rule, and the fixed ones.
text = open(bundle + "/report/findings.csv", newline="", encoding="utf-8").read()
expect(text.endswith("\r\n"), True, "CSV ends in CRLF")
rows = list(csv.DictReader(text.splitlines(keepends=True), strict=True))
for rule in rules.values():
    kept = [row for row in rows if row["rule"] == rule["id"] and row["state"] != "fixed"]
    expect(len(kept), min(rule["count"], 1000), f"rows of {rule['id']}")
    for state in ("new", "known", "waived"):
        if rule["count"] <= 1000:
            expect(sum(row["state"] == state for row in kept), rule[state], f"{state} rows of {rule['id']}")
    for sample, row in zip(rule["samples"], kept):
        expect(row["fingerprint"], sample["fingerprint"], "fingerprint")
        expect(row["message"].lstrip("'"), sample["message"].lstrip("'"), "message")
        expect(json.loads(row["values"]), sample["values"], "values")
        expect(row["line"], str(sample["line"] or ""), "line")
        expect(row["vehicle"], sample["vehicle"] or "", "vehicle")
        expect(bool(row["waiver_reason"]), sample["state"] == "waived", "waiver")
for row in rows:
    for cell in row.values():
        if cell[:1] in "=+-@\t\r" and cell:
            complain(f"cell {cell!r} is a formula")

# junit.xml: a case a rule, failed where something new reaches the limit.
order = ["notice", "warning", "error"]
root = xml.parse(bundle + "/report/junit.xml").getroot()
cases = {case.get("name"): case for case in root.iter("testcase")}
expect(set(cases), set(rules), "cases")
for name, case in cases.items():
    rule = rules[name]
    fails = rule["new"] > 0 and order.index(rule["severity"]) >= order.index(report["failOn"])
    expect(case.find("failure") is not None, fails, f"failure of {name}")
    if rule["count"] + rule["fixed"]:
        counts = f"{rule['new']:,} new, {rule['known']:,} known, {rule['waived']:,} waived, {rule['fixed']:,} fixed"
        expect(case.findtext("system-out").splitlines()[0], counts, f"counts of {name}")
    else:
        expect(len(case), 0, f"children of {name}")
for suite in [root, *root]:
    inside = list(suite.iter("testcase"))
    expect(int(suite.get("tests")), len(inside), "tests")
    expect(int(suite.get("failures")), sum(case.find("failure") is not None for case in inside), "failures")

# findings.sarif: what the standard requires of the members that are there.
sarif = json.load(open(bundle + "/report/findings.sarif"))
expect(sarif["version"], "2.1.0", "SARIF version")
(run,) = sarif["runs"]
driver = run["tool"]["driver"]
described = driver["rules"]
expect([rule["id"] for rule in described], list(rules), "SARIF rules")
for rule in described:
    for member in ("shortDescription", "fullDescription", "help"):
        expect(bool(rule[member]["text"]), True, f"{member} of {rule['id']}")
    level = rules[rule["id"]]["severity"].replace("notice", "note")
    expect(rule["defaultConfiguration"]["level"], level, "level")
for artifact in run["artifacts"]:
    expect(bool(re.fullmatch(r"[A-Za-z0-9._~%-]+", artifact["location"]["uri"])), True, "uri")
    expect(len(artifact["hashes"]["sha-256"]), 64, "hash")
counts = {}
for result in run["results"]:
    name = described[result["ruleIndex"]]["id"]
    expect(result["ruleId"], name, "rule")
    expect(result["level"] in ("none", "note", "warning", "error"), True, "level")
    expect(bool(result["message"]["text"]), True, "message")
    expect("baselineState" in result, report["accepted"] is not None, "whether there is a baseline state")
    expect(result.get("baselineState", "new") in ("new", "unchanged", "updated", "absent"), True, "baseline state")
    expect(bool(re.fullmatch("[0-9a-f]{16}", result["partialFingerprints"]["marque/v1"])), True, "fingerprint")
    for suppression in result.get("suppressions", []):
        expect(suppression["kind"] in ("inSource", "external"), True, "kind of suppression")
    if result.get("baselineState") != "absent":
        counts[name] = counts.get(name, 0) + 1
        for location in result["locations"]:
            expect(bool(location), True, "location")
            place = location.get("physicalLocation")
            if place:
                expect(place["artifactLocation"]["index"] < len(run["artifacts"]), True, "artifact")
                for number in place.get("region", {}).values():
                    expect(isinstance(number, dict) or number >= 1, True, "region")
for name, rule in rules.items():
    expect(counts.get(name, 0), min(rule["count"], 1000), f"results of {name}")
    suppressed = [r for r in run["results"] if r["ruleId"] == name and r.get("suppressions")]
    if rule["count"] <= 1000:
        expect(len(suppressed), rule["waived"], f"suppressions of {name}")

# report.md: every rule's line, and the size.
page = open(bundle + "/report/report.md", encoding="utf-8").read()
expect(len(page.encode()) < 60_000, True, "size of report.md")
for rule in rules.values():
    if rule["count"] + rule["fixed"]:
        line = " | ".join(f"{rule[state]:,}" for state in ("new", "known", "waived", "fixed"))
        expect(f"| `{rule['id']}` | {rule['title']} | {line} |" in page, True, f"line of {rule['id']} in report.md")
ledger = report["ledger"]
expect(f"{ledger['read']:,} rows read = {ledger['kept']:,} kept" in page, True, "ledger in report.md")

# report.html: one file below a megabyte, with every rule and the samples.
html = open(bundle + "/report/report.html", encoding="utf-8").read()
expect(len(html.encode()) < 1_000_000, True, "size of report.html")
for rule in rules.values():
    if rule["count"] + rule["fixed"]:
        expect(f'id="r-{rule["id"]}"' in html, True, f"{rule['id']} in report.html")
        for sample in rule["samples"][:5]:
            expect(sample["fingerprint"] in html, True, f"sample of {rule['id']} in report.html")
