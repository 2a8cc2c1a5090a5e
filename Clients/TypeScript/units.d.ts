/**
 * @param {number} value
 * @param {string} from a unit as fields of a bundle name it
 * @param {string} to
 * @returns {number} unrounded
 */
export function converted(value: number, from: string, to: string): number;
/**
 * The unit in which a fact is shown to who has chosen a unit of economy.
 *
 * @param {string} unit of the fact
 * @param {string} economy one of {@link ECONOMY_UNITS}
 * @returns {string} the fact's own unit where it is none of economy, distance or emissions
 */
export function shownUnit(unit: string, economy: string): string;
/**
 * @param {number} value in `unit`
 * @param {string} unit
 * @param {string | string[]} [locale] the system's where it is left out
 * @returns {{number: string, unit: string}} `6.5` and `L/100 km`
 */
export function figure(value: number, unit: string, locale?: string | string[] | undefined): {
    number: string;
    unit: string;
};
/**
 * @param {number} value in `unit`
 * @param {string} unit
 * @param {string | string[]} [locale] the system's where it is left out
 * @returns {string} `6.5 L/100 km`
 */
export function formatted(value: number, unit: string, locale?: string | string[] | undefined): string;
/** The units of economy that people choose among. */
export const ECONOMY_UNITS: string[];
