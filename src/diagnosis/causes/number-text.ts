import { numberPrinters, type NumberPrinter } from '../bodies/numbers.js';

/** Numbers as languages print them outside JSON. */

const isMinusZero = (token: string): boolean => Object.is(Number(token), -0);

/** Without an exponent, as `strconv.FormatFloat(x, 'f', -1, 64)` writes it. */
export const positionalNumber: NumberPrinter = (token) =>
  isMinusZero(token) ? '-0' : numberPrinters['decimal-plain'](String(Number(token)));

/** `%v` of a float64: an exponent from a million on. */
export const goNumber: NumberPrinter = (token) => {
  const text = Number(token).toExponential();
  const exponent = Number(text.split('e')[1]);
  return exponent >= -4 && exponent < 6 ? positionalNumber(token) : text.replace(/([+-])(\d)$/, '$10$2');
};

/** A number in a PHP string: floats have 14 digits (`precision` of php.ini). */
export const phpNumber: NumberPrinter = (token) => numberPrinters['php-14'](token).replace('e', 'E');

/** A number as serialize and var_dump write it: floats with as many digits as they need. */
export const phpExported = (token: string): { readonly isInteger: boolean; readonly text: string } => {
  const text = numberPrinters.php(token).replace('e', 'E');
  return { isInteger: text === token && /^(?:0|-?[1-9]\d*)$/.test(token), text };
};

/** Ruby’s Float#to_s: whole numbers are filled up with zeros to fifteen digits. */
export const rubyNumber: NumberPrinter = (token) =>
  numberPrinters[Number.isInteger(Number(token)) ? 'ruby' : 'ruby-16'](token);

/** Elixir’s inspect of a float: whole numbers below 10^16 have no exponent. */
export const elixirNumber: NumberPrinter = (token) => {
  const value = Number(token);
  const size = Math.abs(value);
  const isFloat = /[.eE]/.test(token);
  return isFloat && size >= 1 && size < 1e16 && Number.isInteger(value)
    ? `${String(value)}.0`
    : numberPrinters.erlang(token);
};
