import { doubleToStringBefore19 } from './java-double.js';
import { withoutEnd } from '../../text/ends.js';

/** How encoders print the number tokens of a body. A printer takes the token as it was on the wire. */
export type NumberPrinter = (token: string) => string;
type Real = (value: number) => string;

interface Decimal {
  /** Significant, without trailing zeros. */
  readonly digits: string;
  /** Of the first digit. */
  readonly exponent: number;
}

interface Style {
  /** Numbers with a decimal exponent from `low` to below `high` are printed without an exponent. */
  readonly low: number;
  readonly high: number;
  /** How an exponent is written: `E0`, `e+00`; `.0e+0` if a mantissa of one digit gets `.0`. */
  readonly mark: string;
  /** After a whole number. */
  readonly whole: '' | '.0';
}

const layOut = (value: number, { digits, exponent }: Decimal, style: Style): string => {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0${style.whole}`;
  if (exponent < style.low || exponent >= style.high) {
    const [, point = '', mark = 'e', plus = '', zeros = ''] = /^(\.0)?(.)(\+?)(0+)$/.exec(style.mark) ?? [];
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : point;
    const power = String(Math.abs(exponent)).padStart(zeros.length, '0');
    return `${sign}${digits.slice(0, 1)}${fraction}${mark}${exponent < 0 ? '-' : plus}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return sign + whole + (digits.length > exponent + 1 ? `.${digits.slice(exponent + 1)}` : style.whole);
};

/** C rounds a tie to the even digit, JavaScript rounds it up. Thirty more digits are enough to see a tie. */
const roundedToEven = (value: number, precision: number): string => {
  const text = value.toExponential(precision - 1);
  const exact = value.toExponential(Math.min(100, precision + 30));
  const [mantissa = '', power = ''] = exact.split('e');
  const digits = mantissa.replace('.', '');
  const isTie = /^50*$/.test(digits.slice(precision));
  if (!isTie || Number(digits[precision - 1]) % 2 === 1) return text;
  return `${digits.slice(0, 1)}.${digits.slice(1, precision)}e${power}`;
};

const digitsOf = (exponential: string): Decimal => {
  const [mantissa = '0', power = '0'] = exponential.split('e');
  return { digits: withoutEnd(mantissa.replace(/[.-]/g, ''), '0') || '0', exponent: Number(power) };
};

const decimal = (value: number, precision?: number): Decimal =>
  digitsOf(precision === undefined ? value.toExponential() : roundedToEven(Math.abs(value), precision));

/** The fewest digits from which the same double can be read, or a fixed number of digits. */
const real =
  (low: number, high: number, mark: string, whole: Style['whole'] = '', precision?: number): Real =>
  (value) =>
    layOut(value, decimal(value, precision), { low, high, mark, whole });

/** C's `%.<precision>g`. */
const printfG = (precision: number, whole: Style['whole'] = ''): Real =>
  real(-4, precision, 'e+00', whole, precision);

const withPoint = (text: string): string => (/[.eE]/.test(text) ? text : `${text}.0`);

const go = real(-6, 21, 'e+0');
/** JavaScript has no sign on a zero. */
const js: Real = (value) => go(value || 0);
const python = real(-4, 16, 'e+00', '.0');
const rust = real(-5, 16, 'e0', '.0');
const java = real(-3, 7, '.0E0', '.0');
const php = real(-4, 17, '.0e+0');
const csharp = real(-4, 15, 'E+00');
const nlohmann = real(-4, 15, 'e+00', '.0');
const rapidjson = real(-6, 21, 'e0', '.0');
const dart = real(-6, 21, 'e+0', '.0');

/** .NET Framework and Mono "R": 15 digits if they give the same double, otherwise 17. */
const roundTrip: Real = (value) => {
  const precision = Number(value.toPrecision(15)) === value ? 15 : 17;
  const digits = digitsOf(value.toExponential(precision - 1));
  return layOut(value || 0, digits, { low: -4, high: precision, mark: 'E+00', whole: '' });
};

/**
 * Erlang's and Elixir's shortest form: with an exponent only if this saves characters.
 * Source: io_lib_format:insert_decimal/2 and, from OTP 25, erlang:float_to_binary/2.
 */
const erlang: Real = (value) => {
  const { digits, exponent } = decimal(value);
  const costOfExponent = String(exponent).length + 1 + (digits.length === 1 ? 2 : 1);
  const place = exponent + 1;
  const isLong =
    Math.abs(value) >= 2 ** 53 ||
    (place < 0 && 2 - place > costOfExponent) ||
    (place >= digits.length && place - digits.length + 2 > costOfExponent);
  const high = isLong ? -Infinity : Infinity;
  return layOut(value, { digits, exponent }, { low: -Infinity, high, mark: '.0e0', whole: '.0' });
};

/** `jq` 1.6 (David Gay's g_fmt): with an exponent if this saves fifteen zeros. */
const jq: Real = (value) => {
  const shortest = decimal(value);
  return layOut(value, shortest, { low: -4, high: shortest.digits.length + 15, mark: 'e+00', whole: '' });
};

/** cJSON: 15 digits if they are close enough to the double, otherwise 17. */
const cjson: Real = (value) => {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return printfG(17)(value);
  const short = printfG(15)(value);
  const isClose = Math.abs(Number(short) - value) <= Math.abs(value) * Number.EPSILON;
  return isClose ? short : printfG(17)(value);
};

/** Godot: `14 - floor(log10)` decimals, zeros cut. Source: core/io/json.cpp, String::num. */
const godot =
  (totalDigits: number): Real =>
  (value) => {
    if (value === 0) return '0';
    if (Math.abs(value) >= 1e21) return BigInt(value).toString();
    const decimals = Math.max(1, totalDigits - Math.floor(Math.log10(Math.abs(value))));
    const text = withoutEnd(withoutEnd(value.toFixed(Math.min(decimals, 32)), '0'), '.');
    return text === '' || text === '-0' ? '0' : text;
  };

/** A decimal number as its digits and a power of ten; trailing zeros are kept. */
const scaled = (token: string): { sign: '' | '-'; digits: string; power: number } => {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const isZero = /^0+$/.test(digits);
  return { sign: sign === '-' && !isZero ? '-' : '', digits, power: Number(power) - fraction.length };
};

/** BigDecimal.stripTrailingZeros. */
const stripped = (token: string): string => {
  const { sign, digits, power } = scaled(token);
  const kept = withoutEnd(digits, '0');
  return kept === '' ? '0' : `${sign}${kept}e${String(power + digits.length - kept.length)}`;
};

const pointed = (digits: string, power: number): string => {
  if (power >= 0) return digits === '0' ? digits : digits + '0'.repeat(power);
  const padded = digits.padStart(1 - power, '0');
  return `${padded.slice(0, power)}.${padded.slice(power)}`;
};

/** Java's BigDecimal.toPlainString. */
const plainDecimal: NumberPrinter = (token) => {
  const { sign, digits, power } = scaled(token);
  return sign + pointed(digits, power);
};

/** Java's BigDecimal.toString: trailing zeros kept, an exponent for a positive power or a very small number. */
const bigDecimal: NumberPrinter = (token) => {
  const { sign, digits, power } = scaled(token);
  const exponent = power + digits.length - 1;
  if (power <= 0 && exponent >= -6) return plainDecimal(token);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits.slice(0, 1)}${fraction}E${exponent > 0 ? '+' : ''}${String(exponent)}`;
};

/** .NET's decimal: trailing zeros kept, never an exponent, 28 digits. */
const dotnetDecimal: NumberPrinter = (token) => {
  const { digits, power } = scaled(token);
  if (digits.length + power > 29) return roundTrip(Number(token));
  return power < -28 ? `0.${'0'.repeat(28)}` : plainDecimal(token);
};

/**
 * serde_json without `float_roundtrip`: the digits that fit into 64 bits as a double, multiplied or divided by a power
 * of ten. The result can be next to the nearest double.
 */
const serdeValue = (token: string): number => {
  const { digits, power } = scaled(token);
  const kept = digits.slice(0, BigInt(digits.slice(0, 20)) < 2n ** 64n ? 20 : 19);
  const exponent = power + digits.length - kept.length;
  if (Math.abs(exponent) > 308) return Number(token);
  const scale = Number(`1e${String(Math.abs(exponent))}`);
  const value = exponent < 0 ? Number(kept) / scale : Number(kept) * scale;
  return token.startsWith('-') ? -value : value;
};

const isInteger = (token: string): boolean => !/[.eE]/.test(token);

/** Integers with all their digits; `-0` has no sign as an integer. */
const exact: NumberPrinter = (token) => (token === '-0' ? '0' : token);

const every =
  (print: Real): NumberPrinter =>
  (token) =>
    print(Number(token));

const integers =
  (integer: NumberPrinter, fraction: NumberPrinter): NumberPrinter =>
  (token) =>
    isInteger(token) ? integer(token) : fraction(token);

/** Integers exactly, the others as doubles, as in most typed decoders. */
const reals = (print: Real): NumberPrinter => integers(exact, every(print));

/** Integers of up to 64 bits keep their digits; larger ones are printed by `beyond`. */
const within64 =
  (highest: bigint, beyond: NumberPrinter, minusZero = '0'): NumberPrinter =>
  (token) => {
    if (token === '-0') return minusZero;
    const value = BigInt(token);
    return value >= -(2n ** 63n) && value <= highest ? token : beyond(token);
  };
const int64 = (beyond: Real, minusZero?: string): NumberPrinter =>
  integers(within64(2n ** 63n - 1n, every(beyond), minusZero), every(beyond));
const uint64 = (beyond: Real, fraction = every(beyond), minusZero?: string): NumberPrinter =>
  integers(within64(2n ** 64n - 1n, every(beyond), minusZero), fraction);

const quoted: NumberPrinter = (token) => `"${token}"`;
const inQuotes =
  (print: NumberPrinter): NumberPrinter =>
  (token) =>
    quoted(print(token));

/** Perl's encoders write an integer that is too large as text. */
const perl = (fraction: NumberPrinter): NumberPrinter => integers(within64(2n ** 64n - 1n, quoted), fraction);

/** JSON::PP: whole numbers as integers; text if more than 15 digits are before the point. */
const perlPpReal: NumberPrinter = (token) => {
  const value = Number(token);
  if (/^-?\d{16,}\.\d+$/.test(token)) return quoted(printfG(15)(value));
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : printfG(15)(value);
};

/** Android's JSONObject.numberToString: whole doubles as longs, which end at 2^63 - 1. */
const android: Real = (value) => {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 63) return doubleToStringBefore19(value);
  return value === 2 ** 63 ? '9223372036854775807' : BigInt(value).toString();
};

const printers = {
  kept: (token) => token,
  js: every(js),
  go: every(go),
  /** A struct or class with typed fields: `1.0` to `1`. */
  'js-reals': reals(js),
  python: reals(python),
  ruby: reals(real(-4, 15, '.0e+00', '.0')),
  'ruby-16': reals(real(-4, 16, '.0e+00', '.0')),
  php: int64(php, '-0'),
  'php-zero': int64((value) => withPoint(php(value)), '-0'),
  'php-17': int64(real(-4, 17, '.0e+0', '', 17), '-0'),
  /** Before PHP 7.1. */
  'php-14': int64(real(-4, 14, '.0e+0', '', 14), '-0'),
  java: reals(java),
  java17: reals(doubleToStringBefore19),
  'java-all': every(java),
  'java17-all': every(doubleToStringBefore19),
  /** Gson's ToNumberPolicy. */
  'long-or-double': int64(doubleToStringBefore19),
  android: int64(android),
  'big-decimal': integers(exact, bigDecimal),
  'decimal-plain': integers(exact, plainDecimal),
  'decimal-plain-stripped': integers(exact, (token) => plainDecimal(stripped(token))),
  'decimal-stripped': integers(exact, (token) => bigDecimal(stripped(token))),
  newtonsoft: reals((value) => withPoint(roundTrip(value))),
  'newtonsoft-core': reals((value) => withPoint(csharp(value))),
  csharp: reals(csharp),
  'csharp-framework': reals(roundTrip),
  decimal: (token) => (isInteger(token) && token.length < 20 ? exact(token) : dotnetDecimal(token)),
  rust: uint64(rust, (token) => rust(serdeValue(token)), '-0.0'),
  'rust-roundtrip': uint64(rust, undefined, '-0.0'),
  orjson: uint64(rust),
  nlohmann: uint64(nlohmann),
  rapidjson: uint64(rapidjson),
  jiffy: reals((value) => dart(value || 0)),
  erlang: reals(erlang),
  ujson: reals(real(-4, 16, 'e+0', '.0')),
  'jq-1.6': every(jq),
  perl: perl(every(printfG(15))),
  'perl-pp': perl(perlPpReal),
  cpanel: perl(every((value) => printfG(15, Number.isInteger(value) ? '.0' : '')(value))),
  'lua-14g': every(printfG(14)),
  'lua53-14g': int64(printfG(14, '.0')),
  'lua53-floats': every(printfG(14, '.0')),
  'python-floats': every(python),
  godot: every((value) => withPoint(godot(14)(value))),
  'godot-full': every((value) => withPoint(godot(17)(value))),
  'godot-before-4.4': every(godot(14)),
  'g15-reals': reals(printfG(15)),
  'g17-all': every(printfG(17)),
  'g17-reals': reals(printfG(17)),
  jsoncpp: uint64(printfG(17, '.0')),
  jansson: reals(real(-4, 17, 'e0', '.0', 17)),
  cjson: every(cjson),
  'float32-js': reals((value) => js(Math.fround(value))),
  'float32-python': reals((value) => python(Math.fround(value))),
  'float32-9g': reals((value) => printfG(9)(Math.fround(value))),
  /** Every scalar in quotes, true, false and null too. */
  quoted,
  'quoted-numbers': quoted,
  'quoted-js': inQuotes(every(js)),
  'quoted-js-reals': inQuotes(reals(js)),
  'quoted-python': inQuotes(reals(python)),
  'quoted-java': inQuotes(reals(java)),
  'quoted-java17': inQuotes(reals(doubleToStringBefore19)),
  /** Decimals as strings: Python's default=str, Rails' BigDecimal. */
  'quoted-reals': integers(exact, (token) =>
    quoted((token.startsWith('-') && scaled(token).sign === '' ? '-' : '') + bigDecimal(token)),
  ),
  /** PHP's JSON_BIGINT_AS_STRING. */
  'quoted-long': integers(within64(2n ** 63n - 1n, quoted), every(php)),
} as const satisfies Readonly<Record<string, NumberPrinter>>;

export type NumbersName = keyof typeof printers;

/** A number beyond all doubles stays as it is: senders cannot print it, and its zeros could fill the memory. */
const isPrintable = (token: string): boolean =>
  Number.isFinite(Number(token)) && Math.abs(Number(token.split(/[eE]/)[1] ?? 0)) < 1_000;

const whereDouble =
  (print: NumberPrinter): NumberPrinter =>
  (token) =>
    isPrintable(token) ? print(token) : token;

export const numberPrinters = Object.fromEntries(
  Object.entries(printers).map(([name, print]) => [name, whereDouble(print)]),
) as Readonly<Record<NumbersName, NumberPrinter>>;
