// Holds the client against Tests/Vectors, which a model in Python wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Catalog, CascadingSelection, WheelRows } from "../marque.js";

const vectors = (name) => JSON.parse(readFileSync(new URL(`../../../Tests/Vectors/${name}.json`, import.meta.url), "utf8"));

test("selections", () => {
  const { cases, catalogs } = vectors("selection");
  assert.ok(cases.length > 250);
  const trees = Object.fromEntries(Object.entries(catalogs).map(([name, document]) => [name, new Catalog(document, name)]));
  for (const { name, catalog, reset, skipsSingleRows, start, steps } of cases) {
    const selection = new CascadingSelection(trees[catalog], { reset, skipsSingleRows });
    let expected = start;
    const state = () => {
      const { rows, counts, titles, visible, id } = selection;
      return { rows: [...rows], counts, titles, visible, id };
    };
    assert.deepEqual(state(), expected, `${name}: start`);
    for (const [place, { select, choose, replace, changed = [], ...after }] of steps.entries()) {
      const reloaded = select ? selection.select(select[0], select[1])
        : choose !== undefined ? selection.choose(choose) : selection.replace(trees[replace]);
      expected = { ...expected, ...after };
      assert.deepEqual(reloaded, changed, `${name}: step ${place}, changed`);
      assert.deepEqual(state(), expected, `${name}: step ${place}`);
    }
  }
});

test("wheels", () => {
  const { cases } = vectors("wheels");
  assert.ok(cases.length > 20);
  for (const { count, visible, infinite, virtual, steps } of cases) {
    const wheel = new WheelRows(count, visible, infinite);
    assert.equal(wheel.virtual, virtual, `${count} rows`);
    for (const step of steps) {
      const found = step.row !== undefined ? wheel.row(step.row)
        : step.recenter !== undefined ? wheel.recentered(step.recenter) : wheel.nearest(step.select, step.from);
      assert.equal(found, step.is, `${count} rows: ${JSON.stringify(step)}`);
    }
  }
});
