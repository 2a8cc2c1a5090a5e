"""The JSON files of a bundle, held against the schemas that it carries, with the jsonschema package.

usage: schema_oracle.py BUNDLE: prints a line for each difference, and how many documents it checked; status 3 without the package.
"""
import glob
import json
import os
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(3)

bundle = sys.argv[1]
checked = 0
for path in sorted(glob.glob(bundle + "/schema/*.schema.json")):
    schema = json.load(open(path, encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    # The title says which file, or which files, it is of.
    title = {"Marque's report": "report/report.json"}.get(schema["title"], schema["title"])
    files = glob.glob(f"{bundle}/{title.replace('KEY', '*')}")
    if not files:
        print(f"{path}: no {title}")
    for file in files:
        checked += 1
        for error in list(validator.iter_errors(json.load(open(file, encoding="utf-8"))))[:3]:
            print(f"{os.path.relpath(file, bundle)}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
print(checked)
