import { isUnsetWord } from '../forms/bytes.js';
import { dateTexts, zonedDateTexts } from '../forms/dates.js';
import { exponentTexts, minutesOf, secondsOf } from '../forms/times.js';
import { noExplanation, type StepExplanation } from '../signing-steps.js';
import { quoteText } from '../spelling.js';
import type { Mistake } from './mistake.js';
import { distanceMistakes, type TimeMistake } from './time-distance.js';

/** A signed value as the beginning of a sentence: quoted, or `Nothing` if it is empty. */
export function signedWord(value: string): string {
  return value === '' ? 'Nothing' : quoteText(value);
}

function isDateText(signed: string, seconds: number): boolean {
  // The header has whole seconds, so the milliseconds of a date such as `…:05.123Z` are left out of the comparison.
  const wholeSeconds = signed.replace(/\.\d{3}(?=Z|\+)/, '.000');
  return dateTexts(seconds).includes(wholeSeconds) || [...zonedDateTexts(seconds)].includes(signed);
}

/** How the signed timestamp differs from the sent one. */
export function explainTime(header: string | undefined, signed: string): StepExplanation {
  if (header === undefined || header === signed) return noExplanation;
  const mistake = timeMistakes(header, signed).find(({ holds }) => holds);
  if (mistake === undefined) return noExplanation;
  const says = `${signedWord(signed)} was signed as the timestamp, but X-Timestamp is ${quoteText(header)}`;
  const how = mistake.how === '' ? '' : `: ${mistake.how}`;
  const ids = [mistake.id, mistake.alsoId].filter((id) => id !== undefined);
  return { ids, says: [`${says}${how}.`] };
}

/** The number of digits; 0 if the text has other characters than digits. */
const digitCount = (text: string): number => (/^\d+$/.test(text) ? text.length : 0);

/** The mistakes for a number with an exponent, such as `1.79E9`, as languages print a float. */
function exponentMistakes(signed: string, sentSeconds: number | undefined): readonly Mistake[] {
  const exponents = sentSeconds === undefined ? [] : exponentTexts(sentSeconds);
  return [
    {
      // Nine of the digits after the point are those of the seconds, the others are the fraction.
      holds: /^\d\.\d{10,12}E9$/.test(signed) && Math.floor(Number(signed)) === sentSeconds,
      id: 'ts-fraction-signed',
      how: 'seconds with a fraction were signed, as Java prints a double',
    },
    {
      holds: exponents.includes(signed),
      id: 'ts-text-signed',
      how: 'a number with an exponent was signed, as a language prints a float',
    },
  ];
}

/** Whether a text is a time with marks around it, such as quotes. */
function isInMarks(text: string, time: string): boolean {
  return text.length > time.length && text.replace(/^\D{1,9}|\D{1,9}$/g, '') === time;
}

/** The possible mistakes: the first one that holds is taken, and the last one always holds. */
function timeMistakes(header: string, signed: string): readonly TimeMistake[] {
  const sentSeconds = secondsOf(header);
  const isSameMoment = sentSeconds !== undefined && secondsOf(signed) === sentSeconds;
  const [headerDigits, signedDigits] = [digitCount(header), digitCount(signed)];
  const areSeconds = headerDigits === 10 && signedDigits === 10;
  const isDate = sentSeconds !== undefined && isDateText(signed, sentSeconds);
  const isDecimal = isSameMoment && /^\d{10}[.,]\d+$/.test(signed);
  return [
    {
      holds: isSameMoment && headerDigits === 10 && signedDigits === 13,
      id: 'ts-ms-signed',
      how: 'milliseconds were signed, seconds were sent',
    },
    {
      holds: isSameMoment && headerDigits === 13 && signedDigits === 10,
      id: 'ts-ms-header',
      how: 'seconds were signed, milliseconds were sent',
    },
    {
      holds: isDecimal && headerDigits === 10 && /[1-9]/.test(signed.slice(11)),
      id: 'ts-fraction-signed',
      how: 'a fraction of the second was signed, but whole seconds were sent',
    },
    ...exponentMistakes(signed, sentSeconds),
    {
      holds: isDecimal,
      id: 'ts-float-signed',
      how: 'a decimal number was signed',
    },
    {
      holds: signedDigits === 10 && (isSameMoment || isInMarks(header, signed)),
      id: 'ts-text-header',
      how: 'whole seconds were signed',
    },
    { holds: isDate, id: 'ts-iso-signed', how: 'a date text was signed' },
    {
      holds: signed === '\ufffd',
      id: 'ts-text-signed',
      how: 'a number was taken for the code of a character',
    },
    { holds: isUnsetWord(signed), id: 'ts-undefined', how: '' },
    ...(areSeconds ? distanceMistakes(Number(header), Number(signed)) : []),
    {
      holds: sentSeconds !== undefined && signed === minutesOf(sentSeconds),
      id: 'ts-text-signed',
      how: 'minutes were signed',
    },
    { holds: true, id: 'ts-text-signed', how: '' },
  ];
}
