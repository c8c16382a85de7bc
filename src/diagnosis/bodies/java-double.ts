/**
 * Java's Double.toString before JDK 19, which does not always print the fewest digits (JDK-4511638): `2.0E-3` is right,
 * but 2^62 is `4.6116860184273879E18`. Source: FloatingDecimal.BinaryToASCIIBuffer.dtoa. Whole doubles lose the digits
 * below their last bit; for others it finds digit after digit until only this double is near enough.
 */
import { withoutEnd } from '../../text/ends.js';

const bitsOf = (value: number): bigint => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};

const trailingZeros = (value: bigint): number => {
  let count = 0;
  for (let rest = value; (rest & 1n) === 0n; rest >>= 1n) count += 1;
  return count;
};

const bitLength = (value: bigint): number => value.toString(2).length;
const five = (power: number): bigint => 5n ** BigInt(power);
/** Java's table ends at 5^26. */
const bitsOfFive = (power: number): number => (power < 27 ? bitLength(five(power)) : power * 3);
const shifted = (value: bigint, by: number): bigint => value << BigInt(by);

interface Decimal {
  readonly digits: string;
  /** Of the first digit. */
  readonly exponent: number;
}

const stripped = (digits: string, exponent: number): Decimal => ({
  digits: withoutEnd(digits, '0') || '0',
  exponent,
});

const ofWhole = (value: bigint, insignificant: number): Decimal => {
  const power = 10n ** BigInt(insignificant);
  const rest = value % power;
  const rounded = value / power + (insignificant > 0 && rest >= power / 2n ? 1n : 0n);
  const text = rounded.toString();
  return stripped(text, text.length - 1 + insignificant);
};

const develop = (fraction: bigint, binaryExponent: number, significantBits: number): Decimal => {
  const zeros = trailingZeros(fraction);
  const fractionBits = 53 - zeros;
  const tiny = Math.max(0, fractionBits - binaryExponent - 1);
  if (binaryExponent <= 62 && binaryExponent >= -21 && tiny === 0 && fractionBits + 1 < 64) {
    const spare = binaryExponent > significantBits ? binaryExponent - significantBits - 1 : 0;
    const insignificant = spare > 1 ? Math.floor(spare * Math.log10(2)) : 0;
    const whole =
      binaryExponent >= 52 ? shifted(fraction, binaryExponent - 52) : fraction >> BigInt(52 - binaryExponent);
    return ofWhole(whole, insignificant);
  }
  const mantissa = 1 + Number(fraction & (2n ** 52n - 1n)) / 2 ** 52;
  const exponent = Math.floor(
    (mantissa - 1.5) * 0.289529654 + 0.176091259 + binaryExponent * 0.301029995663981,
  );
  const b5 = Math.max(0, -exponent);
  let b2 = b5 + tiny + binaryExponent;
  const s5 = Math.max(0, exponent);
  let s2 = s5 + tiny;
  let m2 = b2 - significantBits;
  b2 -= fractionBits - 1;
  const common = Math.min(b2, s2);
  b2 -= common;
  s2 -= common;
  m2 -= common;
  if (fractionBits === 1) m2 -= 1;
  if (m2 < 0) {
    b2 -= m2;
    s2 -= m2;
    m2 = 0;
  }
  // Java uses int, long or big-integer arithmetic; only the last compares with `<=`, the others with `<`.
  const bBits = fractionBits + b2 + bitsOfFive(b5);
  const tenBits = s2 + 1 + bitsOfFive(s5 + 1);
  const big = !(bBits < 64 && tenBits < 64);

  const rest = { b: shifted((fraction >> BigInt(zeros)) * five(b5), b2), s: shifted(five(s5), s2) };
  return digitsOf({ ...rest, m: shifted(five(b5), m2), big }, exponent);
};

/** b / s is the value divided by its power of ten; a digit is the last one if the rest is within m. */
interface Rest {
  readonly b: bigint;
  readonly s: bigint;
  readonly m: bigint;
  readonly big: boolean;
}

const digitsOf = ({ s, big, ...start }: Rest, estimate: number): Decimal => {
  const ten = s * 10n;
  let { b, m } = start;
  let exponent = estimate;
  let digits = '';
  let low = false;
  let high = false;
  const step = (): bigint => {
    const quotient = b / s;
    b = 10n * (b % s);
    m *= 10n;
    low = b < m;
    high = big ? b + m >= ten : b + m > ten;
    return quotient;
  };
  const first = step();
  if (first === 0n && !high) exponent -= 1;
  else digits += first.toString();
  if (exponent < -3 || exponent >= 8) low = high = false;
  while (!low && !high) digits += step().toString();
  const half = b * 2n - ten;
  const odd = Number(digits.at(-1) ?? '0') % 2 === 1;
  const up = high && (!low || half > 0n || (half === 0n && odd));
  if (!up) return stripped(digits, exponent);
  const rounded = (BigInt(digits) + 1n).toString();
  return stripped(rounded, exponent + rounded.length - digits.length);
};

const decimalOf = (value: number): Decimal => {
  const bits = bitsOf(value);
  const fraction = bits & (2n ** 52n - 1n);
  const biased = Number((bits >> 52n) & 0x7ffn);
  if (biased > 0) return develop(fraction | (2n ** 52n), biased - 1023, 53);
  const length = bitLength(fraction);
  return develop(shifted(fraction, 53 - length), length - 1 - 1074, length);
};

export const doubleToStringBefore19 = (value: number): string => {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0.0`;
  const { digits, exponent } = decimalOf(Math.abs(value));
  if (exponent >= -3 && exponent < 7) {
    if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
    const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
    return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
  }
  return `${sign}${digits[0] ?? '0'}.${digits.slice(1) || '0'}E${String(exponent)}`;
};
