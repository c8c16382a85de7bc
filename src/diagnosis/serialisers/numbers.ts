import { doubleToStringBefore19 } from './java-double.js';

/** How encoders print the number tokens of a body. A printer gets the token as it was on the wire. */
export type NumberPrinter = (token: string) => string;

/** How an encoder lays out the shortest digits that give the same double back. */
interface ShortestStyle {
  /** Decimal exponents from `low` up to but not including `high` are printed without an exponent. */
  readonly low: number;
  readonly high: number;
  readonly mark: 'e' | 'E';
  readonly plus: '+' | '';
  /** The fewest digits of an exponent. */
  readonly pad: 1 | 2;
  /** `5.0` rather than `5`. */
  readonly zeroFraction: boolean;
  /** `1.0e+25` rather than `1e+25`. */
  readonly zeroMantissa: boolean;
  readonly negativeZero: string;
}

const scientific = (
  negative: boolean,
  digits: string,
  exponent: number,
  { mark, plus, pad, zeroMantissa }: Pick<ShortestStyle, 'mark' | 'plus' | 'pad' | 'zeroMantissa'>,
): string => {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : zeroMantissa ? '.0' : '';
  const sign = exponent < 0 ? '-' : plus;
  const power = String(Math.abs(exponent)).padStart(pad, '0');
  return `${negative ? '-' : ''}${digits[0] ?? '0'}${fraction}${mark}${sign}${power}`;
};

const positional = (negative: boolean, digits: string, exponent: number, zeroFraction: boolean): string => {
  const sign = negative ? '-' : '';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (digits.length > exponent + 1) {
    return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  }
  return sign + digits.padEnd(exponent + 1, '0') + (zeroFraction ? '.0' : '');
};

/** C rounds a tie to the even digit, JavaScript up. A tie ends soon after its digits, so thirty more show it. */
const roundedToEven = (value: number, precision: number): string => {
  const text = value.toExponential(precision - 1);
  const exact = value.toExponential(Math.min(100, precision + 30));
  if (!/^50*$/.test(exact.replace('.', '').slice(precision, exact.indexOf('e') - 1))) return text;
  const down = exact.replace('.', '').slice(0, precision);
  if (Number(down.at(-1)) % 2 === 1) return text;
  return `${down.slice(0, 1)}.${down.slice(1)}${exact.slice(exact.indexOf('e'))}`;
};

interface Decimal {
  /** Significant, without trailing zeros. */
  readonly digits: string;
  /** Of the first digit. */
  readonly exponent: number;
}

const digitsOf = (exponential: string): Decimal => {
  const [mantissa = '0', power = '0'] = exponential.split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  return { digits: digits === '' ? '0' : digits, exponent: Number(power) };
};

const decimal = (value: number, precision?: number): Decimal => {
  const size = Math.abs(value);
  return digitsOf(precision === undefined ? size.toExponential() : roundedToEven(size, precision));
};

const shortest =
  (style: ShortestStyle) =>
  (value: number): string => {
    if (Object.is(value, -0)) return style.negativeZero;
    if (value === 0) return style.zeroFraction ? '0.0' : '0';
    const { digits, exponent } = decimal(value);
    return exponent >= style.low && exponent < style.high
      ? positional(value < 0, digits, exponent, style.zeroFraction)
      : scientific(value < 0, digits, exponent, style);
  };

/** C's `%.<precision>g`. */
const printfG = (value: number, precision: number): string => {
  if (Object.is(value, -0)) return '-0';
  if (value === 0) return '0';
  const { digits, exponent } = decimal(value, precision);
  return exponent >= -4 && exponent < precision
    ? positional(value < 0, digits, exponent, false)
    : scientific(value < 0, digits, exponent, { mark: 'e', plus: '+', pad: 2, zeroMantissa: false });
};

/** What a style prints where C would give a decimal point: `5` becomes `5.0`, `1e+21` stays. */
const withPoint = (text: string): string => (/[.eE]/.test(text) ? text : `${text}.0`);

const js = shortest({
  low: -6,
  high: 21,
  mark: 'e',
  plus: '+',
  pad: 1,
  zeroFraction: false,
  zeroMantissa: false,
  negativeZero: '0',
});
const go = shortest({
  low: -6,
  high: 21,
  mark: 'e',
  plus: '+',
  pad: 1,
  zeroFraction: false,
  zeroMantissa: false,
  negativeZero: '-0',
});
const python = shortest({
  low: -4,
  high: 16,
  mark: 'e',
  plus: '+',
  pad: 2,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '-0.0',
});
const ruby = shortest({
  low: -4,
  high: 15,
  mark: 'e',
  plus: '+',
  pad: 2,
  zeroFraction: true,
  zeroMantissa: true,
  negativeZero: '-0.0',
});
const ruby16 = shortest({
  low: -4,
  high: 16,
  mark: 'e',
  plus: '+',
  pad: 2,
  zeroFraction: true,
  zeroMantissa: true,
  negativeZero: '-0.0',
});
const rust = shortest({
  low: -5,
  high: 16,
  mark: 'e',
  plus: '',
  pad: 1,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '-0.0',
});
const java = shortest({
  low: -3,
  high: 7,
  mark: 'E',
  plus: '',
  pad: 1,
  zeroFraction: true,
  zeroMantissa: true,
  negativeZero: '-0.0',
});
const nlohmann = shortest({
  low: -4,
  high: 15,
  mark: 'e',
  plus: '+',
  pad: 2,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '-0.0',
});
const rapidjson = shortest({
  low: -6,
  high: 21,
  mark: 'e',
  plus: '',
  pad: 1,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '-0.0',
});
const jiffy = shortest({
  low: -6,
  high: 21,
  mark: 'e',
  plus: '+',
  pad: 1,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '0.0',
});
const ujson = shortest({
  low: -4,
  high: 16,
  mark: 'e',
  plus: '+',
  pad: 1,
  zeroFraction: true,
  zeroMantissa: false,
  negativeZero: '-0.0',
});
const php = shortest({
  low: -4,
  high: 17,
  mark: 'e',
  plus: '+',
  pad: 1,
  zeroFraction: false,
  zeroMantissa: true,
  negativeZero: '-0',
});
const csharp = shortest({
  low: -4,
  high: 15,
  mark: 'E',
  plus: '+',
  pad: 2,
  zeroFraction: false,
  zeroMantissa: false,
  negativeZero: '-0',
});

/** PHP's `%.17g`: no padding of the exponent, `1.0e+25`. */
const phpPrecision =
  (precision: number) =>
  (value: number): string => {
    if (Object.is(value, -0)) return '-0';
    if (value === 0) return '0';
    const { digits, exponent } = decimal(value, precision);
    return exponent >= -4 && exponent < precision
      ? positional(value < 0, digits, exponent, false)
      : scientific(value < 0, digits, exponent, { mark: 'e', plus: '+', pad: 1, zeroMantissa: true });
  };
const php17 = phpPrecision(17);
const php14 = phpPrecision(14);

/** .NET Framework and Mono "R": 15 digits where they give the double back, otherwise 17; both also bound the zeros. */
const roundTrip = (value: number): string => {
  if (value === 0) return '0';
  const short = Number(value.toPrecision(15)) === value;
  const { digits, exponent } = digitsOf(Math.abs(value).toExponential(short ? 14 : 16));
  return exponent >= -4 && exponent < (short ? 15 : 17)
    ? positional(value < 0, digits, exponent, false)
    : scientific(value < 0, digits, exponent, { mark: 'E', plus: '+', pad: 2, zeroMantissa: false });
};

/**
 * Erlang's and Elixir's shortest form: the exponent only where it saves characters.
 * Source: io_lib_format:insert_decimal/2 and, from OTP 25, erlang:float_to_binary/2.
 */
const erlang = (value: number): string => {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const { digits, exponent } = decimal(value);
  const sign = value < 0;
  const costOfExponent = String(exponent).length + 1 + (digits.length === 1 ? 2 : 1);
  const place = exponent + 1;
  const long =
    Math.abs(value) >= 2 ** 53 ||
    (place < 0 && 2 - place > costOfExponent) ||
    (place >= digits.length && place - digits.length + 2 > costOfExponent);
  return long
    ? scientific(sign, digits, exponent, { mark: 'e', plus: '', pad: 1, zeroMantissa: true })
    : positional(sign, digits, exponent, true);
};

/** `jq` 1.6 (David Gay's g_fmt): the exponent where it saves fifteen zeros. */
const jq = (value: number): string => {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const { digits, exponent } = decimal(value);
  return exponent >= -4 && exponent + 1 <= digits.length + 15
    ? positional(value < 0, digits, exponent, false)
    : scientific(value < 0, digits, exponent, { mark: 'e', plus: '+', pad: 2, zeroMantissa: false });
};

/** Jansson: `%.17g` with a point, the exponent without plus and leading zeros. */
const jansson = (value: number): string =>
  withPoint(printfG(value, 17)).replace(/e([+-])0*/, (_, sign: string) => (sign === '-' ? 'e-' : 'e'));

/** cJSON: 15 digits where they come close enough to the double, otherwise 17. */
const cjson = (value: number): string => {
  if (Object.is(value, -0)) return '-0';
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return String(value);
  const short = printfG(value, 15);
  const difference = Math.abs(Number(short) - value);
  return difference <= Math.abs(value) * Number.EPSILON ? short : printfG(value, 17);
};

/** Godot: `14 - floor(log10)` decimals, zeros cut. Source: core/io/json.cpp, String::num. */
const godot =
  (totalDigits: number, zeroFraction: boolean) =>
  (value: number): string => {
    const zero = zeroFraction ? '0.0' : '0';
    if (value === 0) return zero;
    const decimals = Math.max(1, totalDigits - Math.floor(Math.log10(Math.abs(value))));
    if (Math.abs(value) >= 1e21) return BigInt(value).toString() + (zeroFraction ? '.0' : '');
    const text = value.toFixed(Math.min(decimals, 32)).replace(/\.?0+$/, '');
    if (text === '' || text === '-0') return zero;
    return zeroFraction ? withPoint(text) : text;
  };

/** A decimal number as its digits and the power of ten they are multiplied with; its spelling is kept. */
const scaled = (token: string): { negative: boolean; digits: string; power: number } => {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  return { negative: sign === '-', digits, power: Number(power) - fraction.length };
};

const pointed = (digits: string, power: number): string => {
  if (power >= 0) return digits === '0' ? digits : digits + '0'.repeat(power);
  const padded = digits.padStart(1 - power, '0');
  return `${padded.slice(0, power)}.${padded.slice(power)}`;
};

/** Java's BigDecimal.toString: trailing zeros kept, an exponent for a positive power or a very small number. */
const bigDecimal: NumberPrinter = (token) => {
  const { negative, digits, power } = scaled(token);
  const adjusted = power + digits.length - 1;
  const sign = negative && !/^0+$/.test(digits) ? '-' : '';
  if (power <= 0 && adjusted >= -6) return sign + pointed(digits, power);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0] ?? '0'}${fraction}E${adjusted > 0 ? '+' : ''}${String(adjusted)}`;
};

/** Java's BigDecimal.toPlainString. */
const plainDecimal: NumberPrinter = (token) => {
  const { negative, digits, power } = scaled(token);
  return (negative && !/^0+$/.test(digits) ? '-' : '') + pointed(digits, power);
};

/** BigDecimal.stripTrailingZeros. */
const stripped = (token: string): string => {
  const { negative, digits, power } = scaled(token);
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${negative ? '-' : ''}${kept}e${String(power + digits.length - kept.length)}`;
};

/** Python's str(Decimal): as Java's but for the exponent of zero and its upper case. */
const pythonDecimal: NumberPrinter = (token) => {
  const text = bigDecimal(token);
  return token.startsWith('-') && !text.startsWith('-') ? `-${text}` : text;
};

/** .NET's decimal: trailing zeros kept, never an exponent, 28 digits. */
const dotnetDecimal: NumberPrinter = (token) => {
  const { negative, digits, power } = scaled(token);
  if (digits.length + power > 29) return roundTrip(Number(token));
  if (power < -28) return `0.${'0'.repeat(28)}`;
  return (negative && !/^0+$/.test(digits) ? '-' : '') + pointed(digits, power);
};

/**
 * serde_json without `float_roundtrip`: the digits that fit 64 bits as a double, times or over a power of ten, which
 * can miss the nearest double by one.
 */
const serdeValue = (token: string): number => {
  const { negative, digits, power } = scaled(token);
  let kept = digits.slice(0, 20);
  if (BigInt(kept) >= 2n ** 64n) kept = digits.slice(0, 19);
  const exponent = power + digits.length - kept.length;
  const significand = Number(BigInt(kept));
  if (Math.abs(exponent) > 308) return Number(token);
  const scale = Number(`1e${String(Math.abs(exponent))}`);
  const value = exponent < 0 ? significand / scale : significand * scale;
  return negative ? -value : value;
};

const isInteger = (token: string): boolean => !/[.eE]/.test(token);

/** Integers with all their digits; `-0` has no sign as an integer. */
const exact = (token: string): string => (token === '-0' ? '0' : token);

const integers =
  (integer: NumberPrinter, real: (value: number) => string): NumberPrinter =>
  (token) =>
    isInteger(token) ? integer(token) : real(Number(token));

const every =
  (print: (value: number) => string): NumberPrinter =>
  (token) =>
    print(Number(token));

/** Integers keep their digits as far as the type goes; beyond they become doubles. */
const upTo =
  (lowest: bigint, highest: bigint, beyond: (value: number) => string, minusZero = '0'): NumberPrinter =>
  (token) => {
    if (token === '-0') return minusZero;
    const value = BigInt(token);
    return value >= lowest && value <= highest ? token : beyond(Number(token));
  };

const int64 = (beyond: (value: number) => string, minusZero?: string): NumberPrinter =>
  upTo(-(2n ** 63n), 2n ** 63n - 1n, beyond, minusZero);
const uint64 = (beyond: (value: number) => string, minusZero?: string): NumberPrinter =>
  upTo(-(2n ** 63n), 2n ** 64n - 1n, beyond, minusZero);

const quoted: NumberPrinter = (token) => `"${token}"`;

/** Perl's encoders keep what fits no integer of theirs as a text. */
const quotedBeyond64: NumberPrinter = (token) => {
  const value = BigInt(token);
  return value >= -(2n ** 63n) && value < 2n ** 64n ? exact(token) : quoted(token);
};

/** JSON::PP: whole numbers as such, and a text where more than 15 digits stand before the point. */
const perlPpReal: NumberPrinter = (token) => {
  const value = Number(token);
  if (/^-?\d{16,}\.\d+$/.test(token)) return quoted(printfG(value, 15));
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString();
  return printfG(value, 15);
};

/** Android's JSONObject.numberToString: whole doubles as longs, which end at 2^63 - 1. */
const android = (value: number): string => {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 63) return doubleToStringBefore19(value);
  return value === 2 ** 63 ? '9223372036854775807' : BigInt(value).toString();
};

const widened = (value: number): number => Math.fround(value);

/** Nine significant digits: enough for a float32, too few for a double. */
const float32 = (value: number): string => {
  for (let precision = 1; precision < 9; precision += 1) {
    const text = value.toPrecision(precision);
    if (Math.fround(Number(text)) === Math.fround(value)) return js(Number(text));
  }
  return js(Number(value.toPrecision(9)));
};

const printers = {
  kept: (token) => token,
  js: every(js),
  /** Integers exact, `1.0` to `1`: a struct or class with typed fields. */
  'js-reals': integers(exact, js),
  python: integers(exact, python),
  'python-floats': every(python),
  orjson: integers(uint64(rust), rust),
  php: integers(int64(php, '-0'), php),
  'php-zero': integers(
    int64((value) => withPoint(php(value)), '-0'),
    (value) => withPoint(php(value)),
  ),
  'php-17': integers(int64(php17, '-0'), php17),
  'php-14': integers(int64(php14, '-0'), php14),
  go: every(go),
  'go-reals': integers(exact, go),
  'java-all': every(java),
  'java17-all': every(doubleToStringBefore19),
  java: integers(exact, java),
  java17: integers(exact, doubleToStringBefore19),
  android: integers(int64(android), android),
  'big-decimal': (token) => (isInteger(token) ? exact(token) : bigDecimal(token)),
  'decimal-plain': (token) => (isInteger(token) ? exact(token) : plainDecimal(token)),
  'decimal-plain-stripped': (token) => (isInteger(token) ? exact(token) : plainDecimal(stripped(token))),
  'decimal-stripped': (token) => (isInteger(token) ? exact(token) : bigDecimal(stripped(token))),
  /** Gson's ToNumberPolicy. */
  'long-or-double': (token) =>
    isInteger(token) ? int64(doubleToStringBefore19)(token) : doubleToStringBefore19(Number(token)),
  decimal: (token) => (isInteger(token) && token.length < 20 ? exact(token) : dotnetDecimal(token)),
  jiffy: integers(exact, jiffy),
  jansson: integers(exact, jansson),
  cjson: every(cjson),
  jsoncpp: integers(
    uint64((value) => withPoint(printfG(value, 17))),
    (value) => withPoint(printfG(value, 17)),
  ),
  ujson: integers(exact, ujson),
  perl: integers(quotedBeyond64, (value) => printfG(value, 15)),
  'perl-pp': (token) => (isInteger(token) ? quotedBeyond64(token) : perlPpReal(token)),
  cpanel: integers(quotedBeyond64, (value) =>
    Number.isInteger(value) ? withPoint(printfG(value, 15)) : printfG(value, 15),
  ),
  ruby: integers(exact, ruby),
  'ruby-16': integers(exact, ruby16),
  rust: (token) => (isInteger(token) ? uint64(rust, '-0.0')(token) : rust(serdeValue(token))),
  'rust-roundtrip': integers(uint64(rust, '-0.0'), rust),
  nlohmann: integers(uint64(nlohmann), nlohmann),
  rapidjson: integers(uint64(rapidjson), rapidjson),
  newtonsoft: integers(exact, (value) => withPoint(roundTrip(value))),
  'newtonsoft-core': integers(exact, (value) => withPoint(csharp(value))),
  csharp: integers(exact, csharp),
  'csharp-framework': integers(exact, roundTrip),
  erlang: integers(exact, erlang),
  'lua-14g': every((value) => printfG(value, 14)),
  'lua53-14g': integers(
    int64((value) => withPoint(printfG(value, 14))),
    (value) => withPoint(printfG(value, 14)),
  ),
  'lua53-floats': every((value) => withPoint(printfG(value, 14))),
  'g15-reals': integers(exact, (value) => printfG(value, 15)),
  'g17-all': every((value) => printfG(value, 17)),
  'g17-reals': integers(exact, (value) => printfG(value, 17)),
  'jq-1.6': every(jq),
  godot: every(godot(14, true)),
  'godot-before-4.4': every(godot(14, false)),
  'godot-full': every(godot(17, true)),
  'float32-js': integers(exact, (value) => js(widened(value))),
  'float32-python': integers(exact, (value) => python(widened(value))),
  'float32-17g': integers(exact, (value) => printfG(widened(value), 17)),
  'float32-9g': integers(exact, (value) => printfG(widened(value), 9)),
  'float32-short': integers(exact, float32),
  'float32-short-point': integers(exact, (value) => withPoint(float32(value))),
  'float32-all': every((value) => js(widened(value))),
  quoted,
  'quoted-numbers': quoted,
  'quoted-js': (token) => quoted(js(Number(token))),
  'quoted-python': (token) => quoted(isInteger(token) ? exact(token) : python(Number(token))),
  'quoted-java': (token) => quoted(isInteger(token) ? exact(token) : java(Number(token))),
  'quoted-java17': (token) => quoted(isInteger(token) ? exact(token) : doubleToStringBefore19(Number(token))),
  'quoted-js-reals': (token) => quoted(isInteger(token) ? exact(token) : js(Number(token))),
  /** Decimals as strings: Python's default=str, Rails' BigDecimal. */
  'quoted-reals': (token) => (isInteger(token) ? exact(token) : quoted(pythonDecimal(token))),
  'quoted-long': (token) => (isInteger(token) ? int64(() => quoted(token))(token) : php(Number(token))),
} as const satisfies Readonly<Record<string, NumberPrinter>>;

export type NumbersName = keyof typeof printers;

/** No sender prints what is no double, and its zeros written out would fill the memory: such a number stays as it came. */
const isPrintable = (token: string): boolean =>
  Number.isFinite(Number(token)) && Math.abs(Number(/[eE](.*)$/.exec(token)?.[1] ?? 0)) < 1_000;

export const whereDouble =
  (print: NumberPrinter): NumberPrinter =>
  (token) =>
    isPrintable(token) ? print(token) : token;

export const numberPrinters = Object.fromEntries(
  Object.entries(printers).map(([name, print]) => [name, whereDouble(print)]),
) as Readonly<Record<NumbersName, NumberPrinter>>;

/** Those that show a double's seventeenth digit. */
export const longPrinters: readonly NumbersName[] = [
  'g17-all',
  'g17-reals',
  'php-17',
  'jansson',
  'jsoncpp',
  'cjson',
];
