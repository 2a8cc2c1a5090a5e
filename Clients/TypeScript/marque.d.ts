export * from "./catalog.js";
export * from "./selection.js";
export * from "./units.js";
