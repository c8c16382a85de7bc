import { types } from 'node:util';

/** Checks what a program gives to the library. Every mistake is a TypeError, or a RangeError for a number. It names the argument, never its value. */

/** `name`: what the error calls the value: `options.port`. @throws {TypeError | RangeError} */
export type Check = (name: string, value: unknown) => void;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : typeof value;
};

const wrongTypeError = (name: string, wanted: string, value: unknown): TypeError =>
  new TypeError(`${name} must be ${wanted}, but it is ${kindOf(value)}.`);

export const requireText: Check = (name, value) => {
  if (typeof value !== 'string') throw wrongTypeError(name, 'a string', value);
};

export const requireNonEmptyText: Check = (name, value) => {
  requireText(name, value);
  if (value === '') throw new TypeError(`${name} is empty.`);
};

/** A Uint8Array of another realm counts too, such as that of a test runner's sandbox. */
export const requireBytesOrText: Check = (name, value) => {
  if (typeof value !== 'string' && !types.isUint8Array(value)) {
    throw wrongTypeError(name, 'a string or a Uint8Array', value);
  }
};

/** Not empty: an empty key would sign, and everybody knows it. */
export const requireSecretKey: Check = (name, value) => {
  requireBytesOrText(name, value);
  if ((value as Uint8Array | string).length === 0) throw new TypeError(`${name} is empty.`);
};

export const requireFunction: Check = (name, value) => {
  if (typeof value !== 'function') throw wrongTypeError(name, 'a function', value);
};

export const requireBoolean: Check = (name, value) => {
  if (typeof value !== 'boolean') throw wrongTypeError(name, 'true or false', value);
};

export const requireArray: Check = (name, value) => {
  if (!Array.isArray(value)) throw wrongTypeError(name, 'an array', value);
};

export const numberFrom =
  (least: number, most: number): Check =>
  (name, value) => {
    if (typeof value !== 'number') throw wrongTypeError(name, 'a number', value);
    if (!(value >= least && value <= most)) {
      throw new RangeError(`${name} must be a number from ${least} to ${most}.`);
    }
  };

export const integerFrom =
  (least: number, most: number): Check =>
  (name, value) => {
    numberFrom(least, most)(name, value);
    if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number.`);
  };

export const requireOneOf =
  (choices: readonly string[]): Check =>
  (name, value) => {
    if (typeof value !== 'string' || !choices.includes(value)) {
      throw new TypeError(`${name} must be one of: ${choices.join(', ')}.`);
    }
  };

/** undefined counts as not given. */
export const optional =
  (check: Check): Check =>
  (name, value) => {
    if (value !== undefined) check(name, value);
  };

export const arrayOf =
  (check: Check): Check =>
  (name, value) => {
    requireArray(name, value);
    for (const [index, each] of (value as readonly unknown[]).entries()) {
      check(`${name}[${index}]`, each);
    }
  };

/** An object with these members and no other: another one may be a misspelt name. */
export const objectWith =
  (members: Readonly<Record<string, Check>>): Check =>
  (name, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongTypeError(name, 'an object', value);
    }
    const unknown = Object.keys(value).find((member) => !Object.hasOwn(members, member));
    if (unknown !== undefined) {
      throw new TypeError(
        `${name} has no member ${unknown}. It has: ${Object.keys(members).join(', ')}.`,
      );
    }
    for (const [member, check] of Object.entries(members)) {
      check(`${name}.${member}`, (value as Readonly<Record<string, unknown>>)[member]);
    }
  };
