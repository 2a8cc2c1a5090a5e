"""The job from XML: lxml's iterparse streams vehicles, and the rest is done as in job_csv.py."""

import gzip

from lxml import etree

import common
import job_csv


def rows_of(feed):
    """The names of the job's columns, then each vehicle as a list of their texts."""
    names = ["id", *(name for name in common.TYPES if name != "id")]
    yield names
    with gzip.open(feed, "rb") as file:
        for _, vehicle in etree.iterparse(file, tag="vehicle"):
            texts = {child.tag: child.text or "" for child in vehicle}
            yield [texts.get(name, "") for name in names]
            # What was read is let go, with its place in the tree.
            vehicle.clear()
            while vehicle.getprevious() is not None:
                del vehicle.getparent()[0]


job_csv.main(rows_of)
