/**
 * Reads the bundles that Marque publishes, and holds what pickers over them have selected. No dependencies.
 *
 *     const catalog = new Catalog(await (await fetch("catalog.json")).json());
 *     const selection = new CascadingSelection(catalog, { reset: "default" });
 *     for (const level of selection.select(0, 12)) reload(level);
 *     show(selection.id);
 *
 * @module
 */

export * from "./catalog.js";
export * from "./selection.js";
export * from "./units.js";
