const MILE = 1.609344;
const US_GALLON = 3.785411784;
const IMPERIAL_GALLON = 4.54609;

/**
 * What units measure; a value times `factor`, or `factor` by a value, is liters or kWh per 100 km, km, or g/km.
 *
 * @type {Record<string, {measure: "volume" | "electricity" | "distance" | "emission", factor: number, isInverse?: boolean,
 *   digits: number, short?: string}>}
 */
const UNITS = {
  "mpg or MPGe (US)": { measure: "volume", factor: (100 * US_GALLON) / MILE, isInverse: true, digits: 0, short: "mpg" },
  "mpg (US)": { measure: "volume", factor: (100 * US_GALLON) / MILE, isInverse: true, digits: 0, short: "mpg" },
  "mpg (imperial)": { measure: "volume", factor: (100 * IMPERIAL_GALLON) / MILE, isInverse: true, digits: 1, short: "mpg (imp.)" },
  "km/L": { measure: "volume", factor: 100, isInverse: true, digits: 1 },
  "L/100 km": { measure: "volume", factor: 1, digits: 1 },
  "Le/100 km": { measure: "volume", factor: 1, digits: 1 },
  "gal/100 mi (US)": { measure: "volume", factor: US_GALLON / MILE, digits: 1 },
  "kWh/100 km": { measure: "electricity", factor: 1, digits: 1 },
  "kWh/100 mi": { measure: "electricity", factor: 1 / MILE, digits: 0 },
  "Wh/km": { measure: "electricity", factor: 0.1, digits: 0 },
  km: { measure: "distance", factor: 1, digits: 0 },
  mi: { measure: "distance", factor: MILE, digits: 0 },
  "g/km": { measure: "emission", factor: 1, digits: 0 },
  "g/mi": { measure: "emission", factor: 1 / MILE, digits: 0 },
};

/** The units of economy that people choose among. */
export const ECONOMY_UNITS = ["mpg (US)", "mpg (imperial)", "L/100 km", "km/L"];

/**
 * @param {number} value
 * @param {string} from a unit as fields of a bundle name it
 * @param {string} to
 * @returns {number} unrounded
 */
export function converted(value, from, to) {
  const [source, target] = [UNITS[from], UNITS[to]];
  if (from === to) return value;
  if (!source || source.measure !== target?.measure) throw new RangeError(`"${from}" found, expected a unit like "${to}"`);
  const base = source.isInverse ? source.factor / value : source.factor * value;
  return target.isInverse ? target.factor / base : base / target.factor;
}

/**
 * The unit in which a fact is shown to who has chosen a unit of economy.
 *
 * @param {string} unit of the fact
 * @param {string} economy one of {@link ECONOMY_UNITS}
 * @returns {string} the fact's own unit where it is none of economy, distance or emissions
 */
export function shownUnit(unit, economy) {
  const isMiles = economy.startsWith("mpg");
  switch (UNITS[unit]?.measure) {
    case "volume": return economy;
    case "electricity": return isMiles ? "kWh/100 mi" : "kWh/100 km";
    case "distance": return isMiles ? "mi" : "km";
    case "emission": return economy === "mpg (US)" ? "g/mi" : "g/km";
    default: return unit;
  }
}

/**
 * @param {number} value in `unit`
 * @param {string} unit
 * @param {string | string[]} [locale] the system's where it is left out
 * @returns {{number: string, unit: string}} `6.5` and `L/100 km`
 */
export function figure(value, unit, locale) {
  const digits = UNITS[unit]?.digits ?? 2;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: UNITS[unit] ? digits : 0 });
  return { number: number.format(value), unit: UNITS[unit]?.short ?? unit };
}

/**
 * @param {number} value in `unit`
 * @param {string} unit
 * @param {string | string[]} [locale] the system's where it is left out
 * @returns {string} `6.5 L/100 km`
 */
export function formatted(value, unit, locale) {
  const { number, unit: symbol } = figure(value, unit, locale);
  return `${number}\u00a0${symbol}`;
}
