/** What becomes of a secret or client id of digits if a program reads it as a number and prints it again. */

/** Digits with underscores among them, as YAML and many languages write a long number. */
const groupedDigits = /^\d+(?:_+\d+)+$/;
const digitsOnly = /^\d+$/;
const numberText = /^\d+(?:e\d{1,2})?$/i;

interface NumberText {
  /** After "the secret as a number, ". */
  readonly says: string;
  /** Returns undefined if the text is not such a number. */
  readonly write: (text: string) => string | undefined;
}

/** Mantissa and exponent of a number as JavaScript writes it: `5.5e+15`. */
function scientific(text: string): readonly [mantissa: string, exponent: string] {
  const [mantissa = '', exponent = ''] = Number(text).toExponential().split('e+');
  return [mantissa, exponent];
}

/** Applies `write` to numbers only, such as `0123` or `12e5`; undefined for other texts. */
const ofNumber =
  (write: (text: string) => string | undefined) =>
  (text: string): string | undefined =>
    numberText.test(text) ? write(text) : undefined;

export const numberTexts: readonly NumberText[] = [
  {
    says: 'without its underscores',
    write: (text) => (groupedDigits.test(text) ? text.replaceAll('_', '') : undefined),
  },
  {
    says: 'without the zeros at its beginning',
    write: ofNumber((text) => text.replace(/^0+(?=.)/, '')),
  },
  {
    says: 'with an exponent such as `e+15`',
    write: ofNumber((text) => {
      const [mantissa, exponent] = scientific(text);
      return `${mantissa}e+${exponent.padStart(2, '0')}`;
    }),
  },
  {
    says: 'with an exponent such as `E15`',
    write: ofNumber((text) => scientific(text).join('E')),
  },
  {
    says: 'with an exponent such as `E+15`',
    write: ofNumber((text) => {
      const [mantissa, exponent] = scientific(text);
      return `${mantissa}E+${exponent.padStart(2, '0')}`;
    }),
  },
  {
    says: 'as JavaScript prints it, which keeps 15 to 17 digits',
    write: ofNumber((text) => String(Number(text))),
  },
  {
    says: 'as a language prints a float, with `.0` after it',
    write: ofNumber((text) => `${String(Number(text))}.0`),
  },
  {
    says: 'read as octal, as YAML 1.1 reads a zero at the beginning',
    write: (text) => (/^0[0-7]+$/.test(text) ? String(parseInt(text, 8)) : undefined),
  },
];

/** The other texts that programs print for this number; empty if the text is not a number. */
export function numberReadings(text: string): string[] {
  const texts = numberTexts.map(({ write }) => write(text));
  return [...new Set(texts)].filter((read) => read !== undefined && read !== text) as string[];
}

interface NumberBytes {
  /** After "The key was". */
  readonly says: string;
  /** undefined if the text is not a number, or the number has more bytes. */
  readonly write: (text: string) => Uint8Array | undefined;
}

/** @param size undefined for as many bytes as the number needs */
function bytesOf(text: string, size: number | undefined): Buffer | undefined {
  if (!digitsOnly.test(text)) return undefined;
  const hex = BigInt(text).toString(16);
  const digits = hex.padStart(size === undefined ? hex.length + (hex.length % 2) : 2 * size, '0');
  const bytes = Buffer.from(digits, 'hex');
  return size === undefined || bytes.length === size ? bytes : undefined;
}

/** The number as the bytes of an integer: of 8 or 4 bytes, or of as few as it needs, which is less likely. */
export const numberBytes: readonly NumberBytes[] = [8, 4, undefined].flatMap(
  (size): NumberBytes[] => {
    const count = size === undefined ? 'the fewest' : `the ${String(size)}`;
    return [
      {
        says: `${count} bytes of the number that the secret is, the highest byte first`,
        write: (text) => bytesOf(text, size),
      },
      {
        says: `${count} bytes of the number that the secret is, the lowest byte first`,
        write: (text) => bytesOf(text, size)?.reverse(),
      },
    ];
  },
);

/** What PHP’s `%d` and JavaScript’s `Number()` make of a text that is not a number. */
export const numbersOfText: readonly string[] = ['0', 'NaN'];
