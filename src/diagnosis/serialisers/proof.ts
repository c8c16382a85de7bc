/** A cause is only named where the bytes show it: sorting that moved nothing explains nothing. */
import { type Encoder, type SerialiserCause } from './encoders.js';
import { longPrinters, numberPrinters, type NumberPrinter } from './numbers.js';
import type { BodyPrinter } from './printing.js';
import { plain, type Settings } from './settings.js';

/** Put back to plain, this setting must change the bytes. */
const shownBy: { readonly [C in SerialiserCause]?: keyof Settings } = {
  'body-keys-sorted': 'order',
  'body-keys-sorted-top': 'order',
  'body-nulls-dropped': 'drop',
  'body-empties-dropped': 'drop',
  'body-empty-object-array': 'empties',
  'body-numbers-as-strings': 'numbers',
  'body-keys-recased': 'names',
  'body-json-spaced': 'layout',
  'body-pretty': 'layout',
  'body-json-unreal': 'layout',
};

/** Beside another cause or a layout that shows for itself, escapes must show too. */
const escapeCauses: readonly SerialiserCause[] = [
  'body-json-ascii',
  'body-json-php',
  'body-slashes-escaped',
  'body-html-escaped',
  'body-json-go-map',
  'body-json-stj',
  'body-json-gson',
];

const isReal = (token: string): boolean => /[.eE]/.test(token);

/** No ordinary printing of a double gives this. */
const isUnusual = (token: string, printed: string): boolean =>
  printed !== token && printed !== numberPrinters.js(token) && printed !== numberPrinters.python(token);

const numbersShow = (cause: SerialiserCause, tokens: readonly string[], print: NumberPrinter): boolean =>
  cause === 'body-ints-to-floats'
    ? tokens.some((token) => !isReal(token) && print(token) !== token)
    : tokens.some((token) => isUnusual(token, print(token)));

const numberCauses: readonly SerialiserCause[] = [
  'body-ints-to-floats',
  'body-floats-17g',
  'body-floats-float32',
];

const namesLongNumbers: readonly SerialiserCause[] = ['body-floats-17g', 'body-json-unreal'];

/** A price with seventeen digits is a cause of its own, whoever printed it. */
const hidesLongNumbers = (printer: BodyPrinter, { causes, settings }: Encoder): boolean =>
  longPrinters.includes(settings.numbers) &&
  !causes.some((cause) => namesLongNumbers.includes(cause)) &&
  numbersShow('body-floats-17g', printer.numbers, numberPrinters[settings.numbers]);

export const isShown = (
  printer: BodyPrinter,
  { causes, settings }: Encoder,
  printed: string,
  cause: SerialiserCause,
): boolean => {
  const differsWith = (plainer: Partial<Settings>): boolean =>
    printer.print({ ...settings, ...plainer }) !== printed;
  if (numberCauses.includes(cause)) {
    return numbersShow(cause, printer.numbers, numberPrinters[settings.numbers]);
  }
  // A property tree knows no empty containers either.
  if (cause === 'body-numbers-as-strings' && settings.empties === 'strings') {
    return differsWith({ numbers: plain.numbers, empties: plain.empties });
  }
  const setting = shownBy[cause];
  if (setting !== undefined) return differsWith({ [setting]: plain[setting] });
  if (!escapeCauses.includes(cause) || differsWith({ escapes: plain.escapes })) return true;
  const emptiesShow = differsWith({ empties: plain.empties });
  // An associative array is PHP's as much as its escapes are.
  if (cause === 'body-json-php' && emptiesShow) return true;
  return causes.length === 1 && settings.layout === 'compact' && !emptiesShow;
};

/** Whether the bytes show every cause of the encoder, and no cause beside them. */
export const isProven = (printer: BodyPrinter, encoder: Encoder, printed: string): boolean =>
  encoder.causes.every((cause) => isShown(printer, encoder, printed, cause)) &&
  !hidesLongNumbers(printer, encoder);
