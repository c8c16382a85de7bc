import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';

/** Numbers as languages print them outside of JSON. */

interface Decimal {
  readonly sign: string;
  /** Without trailing zeros. */
  readonly digits: string;
  /** Of the first digit. */
  readonly exponent: number;
}

const decimalOf = (value: number, precision?: number): Decimal => {
  const [mantissa = '0', power = '0'] = Math.abs(value)
    .toExponential(precision === undefined ? undefined : precision - 1)
    .split('e');
  return {
    sign: value < 0 || Object.is(value, -0) ? '-' : '',
    digits: mantissa.replace('.', '').replace(/0+$/, '') || '0',
    exponent: Number(power),
  };
};

const positional = ({ sign, digits, exponent }: Decimal): string => {
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction && `.${fraction}`}`;
};

const scientific = ({ sign, digits, exponent }: Decimal, mark: 'e+' | 'E+', pad: 1 | 2): string => {
  const fraction = digits.slice(1) || (mark === 'E+' ? '0' : '');
  const power = String(Math.abs(exponent)).padStart(pad, '0');
  return `${sign}${digits[0] ?? '0'}${fraction && `.${fraction}`}${mark[0] ?? 'e'}${exponent < 0 ? '-' : '+'}${power}`;
};

/** Without an exponent, as `strconv.FormatFloat(x, 'f', -1, 64)` writes it. */
export const positionalNumber: NumberPrinter = (token) => positional(decimalOf(Number(token)));

/** `%v` of a float64: an exponent from a million on. */
export const goNumber: NumberPrinter = (token) => {
  const value = decimalOf(Number(token));
  return value.exponent >= -4 && value.exponent < 6 ? positional(value) : scientific(value, 'e+', 2);
};

const highestPhpInteger = 2n ** 63n - 1n;

const phpInteger = (token: string): boolean => {
  if (token === '-0' || !/^-?\d+$/.test(token)) return false;
  const integer = BigInt(token);
  return integer <= highestPhpInteger && integer >= -highestPhpInteger - 1n;
};

const phpFloat = (token: string, precision: 14 | undefined, highest: number): string => {
  const value = decimalOf(Number(token), precision);
  return value.exponent >= -4 && value.exponent < highest ? positional(value) : scientific(value, 'E+', 1);
};

/** A number in a PHP string: floats have 14 digits (`precision` of php.ini). */
export const phpNumber: NumberPrinter = (token) => (phpInteger(token) ? token : phpFloat(token, 14, 14));

export interface PhpExported {
  readonly isInteger: boolean;
  readonly text: string;
}

/** A number as serialize and var_dump write it: floats with the digits they need. */
export const phpExported = (token: string): PhpExported =>
  phpInteger(token)
    ? { isInteger: true, text: token }
    : { isInteger: false, text: phpFloat(token, undefined, 17) };

const isWhole = (token: string): boolean => /^-?\d+$/.test(token);

/** Ruby’s Float#to_s: zeros are filled in up to fifteen digits. */
export const rubyNumber: NumberPrinter = (token) => {
  if (isWhole(token)) return token === '-0' ? '0' : token;
  const value = decimalOf(Number(token));
  const inside = value.exponent + 1 < value.digits.length;
  if (value.exponent >= -4 && (inside || value.exponent < 15))
    return inside ? positional(value) : `${positional(value)}.0`;
  return scientific(value, 'E+', 2).replace('E', 'e');
};

/** Elixir’s inspect of a float: whole ones below 10^16 without an exponent. */
export const elixirNumber: NumberPrinter = (token) => {
  if (isWhole(token)) return token === '-0' ? '0' : token;
  const value = Number(token);
  const size = Math.abs(value);
  if (size >= 1 && size < 1e16 && Number.isInteger(value)) return `${String(value)}.0`;
  return numberPrinters.erlang(token);
};
