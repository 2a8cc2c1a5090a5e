"""Repeats the rows of a feed under fresh ids, for runs that take long enough to measure.

    python make-large-feed.py FEED.csv.gz TIMES OUT.csv.gz

Repetition k has id + k * 100000; all other fields are alike. Rows are written as the feed has them: CRLF at line ends,
quotation marks only where a field needs them.
"""

import csv
import gzip
import io
import sys

STEP = 100_000


def as_lines(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def main():
    feed, times, out = sys.argv[1:]
    with gzip.open(feed, "rt", encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    place = header.index("id")
    ids = [int(row[place]) for row in rows]
    if max(ids) - min(ids) >= STEP:
        sys.exit(f"ids {min(ids)} to {max(ids)} span {STEP} or more, so repetitions would share some")
    with gzip.open(out, "wb", compresslevel=6) as file:
        file.write(as_lines([header]))
        for k in range(int(times)):
            for row, id in zip(rows, ids):
                row[place] = str(id + k * STEP)
            file.write(as_lines(rows))


main()
