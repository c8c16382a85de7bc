import { PvgError } from '../failure.js';

/** Options that are numbers. */

/** Which numbers an option takes: from `min`, which is allowed itself, or above `above`, which is not. */
interface NumberRule {
  readonly min?: number;
  readonly above?: number;
  readonly max: number;
  readonly isWhole?: boolean;
  /** The number in the example of the error. `readNumber` also returns it when the option is not given. */
  readonly usual: number;
}

/**
 * A number from an option; without a value, the usual one.
 * @throws {PvgError} `usage` with the option and the bounds, never with the value
 */
export function readNumber(option: string, value: unknown, rule: NumberRule): number {
  return readOptionalNumber(option, value, rule) ?? rule.usual;
}

/** Like `readNumber`; undefined without a value. @throws {PvgError} `usage` */
export function readOptionalNumber(
  option: string,
  value: unknown,
  rule: NumberRule,
): number | undefined {
  if (value === undefined) return undefined;
  const { min, above, max, isWhole = false, usual } = rule;
  const number = /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN;
  const isEnough = number >= (min ?? -Infinity) && number > (above ?? -Infinity);
  const hasRightForm = !isWhole || Number.isInteger(number);
  if (isEnough && number <= max && hasRightForm) return number;
  const kind = isWhole ? 'whole number' : 'number';
  const lowest = min === undefined ? `above ${above ?? 0}` : `from ${min}`;
  throw new PvgError('usage', `${option} must be a ${kind} ${lowest} to ${max}.`, {
    hint: `Example: \`${option} ${usual}\`.`,
  });
}

/** The port of a server on this computer; 0: the system chooses one. @throws {PvgError} `usage` */
export function readPort(typed: unknown): number {
  return readNumber('--port', typed, { usual: 8787, min: 0, max: 65_535, isWhole: true });
}
