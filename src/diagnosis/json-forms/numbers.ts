/** Prints a number as an encoder does. `token` is the number as it was sent, such as `1.50`. */
export type NumberPrinter = (token: string) => string;

interface NumberForm {
  /** Numbers from 10^low to below 10^high are written without an exponent. */
  readonly low: number;
  readonly high: number;
  readonly exponent: ExponentForm;
  /** The text after a whole number. */
  readonly point?: '' | '.0';
  /** The text after a mantissa of one digit, before the exponent. */
  readonly mantissaPoint?: '' | '.0';
}

interface ExponentForm {
  readonly mark: string;
  /** The sign of a positive exponent. */
  readonly plus: string;
  readonly fewestDigits: number;
}

/** Digits without the zeros at their end. */
export function withoutLastZeros(digits: string): string {
  return /^.*[1-9]/.exec(digits)?.[0] ?? '';
}

/** @param exponential a number as `Number.toExponential` writes it: `1.5e+3` */
function printWithForm(exponential: string, form: NumberForm): string {
  const { low, high, point = '', mantissaPoint = '' } = form;
  const [, sign = '', mantissa = '0', power = '0'] =
    /^(-?)([\d.]+)e([+-]\d+)$/.exec(exponential) ?? [];
  const digits = withoutLastZeros(mantissa.replace('.', ''));
  const exponent = Number(power);
  if (digits === '') return `${sign}0${point}`;
  if (exponent < low || exponent >= high) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : mantissaPoint;
    return sign + digits.charAt(0) + fraction + exponentText(exponent, form.exponent);
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const wholeDigits = exponent + 1;
  const whole = digits.slice(0, wholeDigits).padEnd(wholeDigits, '0');
  return sign + whole + (digits.length > wholeDigits ? `.${digits.slice(wholeDigits)}` : point);
}

function exponentText(exponent: number, { mark, plus, fewestDigits }: ExponentForm): string {
  const sign = exponent < 0 ? '-' : plus;
  return mark + sign + String(Math.abs(exponent)).padStart(fewestDigits, '0');
}

const forms = {
  js: { low: -6, high: 21, exponent: { mark: 'e', plus: '+', fewestDigits: 1 } },
  python: { low: -4, high: 16, exponent: { mark: 'e', plus: '+', fewestDigits: 2 }, point: '.0' },
  php: {
    low: -4,
    high: 17,
    exponent: { mark: 'e', plus: '+', fewestDigits: 1 },
    mantissaPoint: '.0',
  },
  java: {
    low: -3,
    high: 7,
    exponent: { mark: 'E', plus: '', fewestDigits: 1 },
    point: '.0',
    mantissaPoint: '.0',
  },
  printf: { low: -4, high: 17, exponent: { mark: 'e', plus: '+', fewestDigits: 2 } },
} as const satisfies Readonly<Record<string, NumberForm>>;

/** @param digits how many digits follow the first one; undefined for as many as the number needs */
const printerOf =
  (form: NumberForm, digits?: number): NumberPrinter =>
  (token) =>
    // JavaScript prints -0 without its sign; all other encoders keep the sign.
    Object.is(Number(token), -0) && form !== forms.js
      ? `-0${form.point ?? form.mantissaPoint ?? ''}`
      : printWithForm(Number(token).toExponential(digits), form);
const isInteger = (token: string): boolean => !/[.eE]/.test(token);
const fits64 = (token: string): boolean =>
  isInteger(token) && BigInt.asIntN(64, BigInt(token)) === BigInt(token);
const onlyFor =
  (applies: (token: string) => boolean, print: NumberPrinter): NumberPrinter =>
  (token) =>
    applies(token) ? print(token) : token;
const isFraction = (token: string): boolean => !isInteger(token);

export const numberPrinters = {
  asSent: (token) => token,
  js: printerOf(forms.js),
  python: onlyFor(isFraction, printerOf(forms.python)),
  php: onlyFor((token) => !fits64(token), printerOf(forms.php)),
  /** PHP with serialize_precision = 17: `1.0` becomes `1`, and an integer stays as it is. */
  php17: onlyFor(isFraction, printerOf(forms.printf, 16)),
  printf17: printerOf(forms.printf, 16),
  float32: onlyFor(isFraction, (token) => printerOf(forms.js)(String(Math.fround(Number(token))))),
  javaDouble: printerOf(forms.java),
  withPoint: onlyFor(isInteger, (token) => `${token}.0`),
  text: (token) => `"${token}"`,
} as const satisfies Readonly<Record<string, NumberPrinter>>;
export type NumberStyle = keyof typeof numberPrinters;
