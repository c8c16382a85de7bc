import type { CauseId } from '../catalogue/causes.js';
import { counted } from '../../text/sentences.js';
import { expirySeconds } from '../forms/times.js';
import type { Mistake } from './mistake.js';

/** What the distance between two times shows. */

export interface TimeMistake extends Mistake {
  /** The id of a second mistake that explains the same distance and is as likely. */
  readonly alsoId?: CauseId;
}

const hour = 3_600;
const day = 86_400;
/** The units that programs round a time to, the smallest first. */
const roundUnits = [
  { seconds: 60, says: 'a whole minute' },
  { seconds: 300, says: 'a multiple of 5 minutes' },
  { seconds: 600, says: 'a multiple of 10 minutes' },
  { seconds: 900, says: 'a multiple of 15 minutes' },
  { seconds: 1_800, says: 'a multiple of 30 minutes' },
  { seconds: hour, says: 'a whole hour' },
  { seconds: day, says: 'midnight UTC' },
] as const;

/** In seconds. A clock that is read twice gives such a distance, and the second time may be a whole minute by chance. */
const readTwiceS = 3;

/** The words for how the signed time was rounded, such as `a whole hour`; undefined if it was not, or by chance only. */
function roundingOf(signed: number, sent: number): string | undefined {
  const distance = Math.abs(signed - sent);
  if (distance <= readTwiceS) return undefined;
  const fitting = roundUnits.filter(
    ({ seconds }) => signed % seconds === 0 && distance < seconds && sent % seconds !== 0,
  );
  const [smallest] = fitting;
  // The largest unit says the most: a whole hour is also a multiple of 15 minutes. But a time that moved by less than a
  // minute was rounded to the minute, even if that is a whole hour.
  const grain = smallest?.seconds === 60 ? smallest : fitting.at(-1);
  return grain?.says ?? midnightOf(signed, sent);
}

/** The words for a midnight in another zone, if the signed time is the midnight before or after the sent time there. */
function midnightOf(signed: number, sent: number): string | undefined {
  // If the sent time is a whole hour too, the two are rather the same time in two zones.
  const isMidnight = signed % hour === 0 && sent % hour !== 0 && Math.abs(signed - sent) < day;
  if (!isMidnight) return undefined;
  // Midnight elsewhere is 5:00 UTC at UTC-5, and 22:00 UTC at UTC+2.
  const hourUtc = (signed % day) / hour;
  const offset = hourUtc <= 12 ? -hourUtc : 24 - hourUtc;
  return `midnight at UTC${offset < 0 ? '-' : '+'}${String(Math.abs(offset))}`;
}

function durationWords(seconds: number): string {
  if (seconds % day === 0) return counted(seconds / day, 'day');
  if (seconds % hour === 0) return counted(seconds / hour, 'hour');
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}

const inOtherZone = 'as if one of the two was read in another time zone';

/** The possible mistakes: the first one that holds is taken, and the last one always holds. */
export function distanceMistakes(sent: number, signed: number): readonly TimeMistake[] {
  const distance = Math.abs(signed - sent);
  const how = `the signed time is ${String(distance)} s ${signed < sent ? 'earlier' : 'later'}`;
  const rounding = roundingOf(signed, sent);
  const isExpiry = signed > sent && expirySeconds.includes(distance);
  const asExpiry = `as if it was an expiry, ${durationWords(distance)} after sending`;
  // Two zones mostly differ by 30 minutes or more, and always by a multiple of 15.
  const isZone = distance >= 1_800 && distance % 900 === 0;
  return [
    // An hour is both a usual expiry and a usual difference of zones.
    {
      holds: isExpiry && distance === hour,
      id: 'ts-expiry-signed',
      alsoId: 'ts-timezone-shift',
      how: `${how}, ${asExpiry}, or ${inOtherZone}`,
    },
    { holds: isExpiry, id: 'ts-expiry-signed', how: `${how}, ${asExpiry}` },
    {
      holds: rounding !== undefined,
      id: 'ts-rounded',
      how: `${how} and ${rounding ?? ''}, as if it was rounded`,
    },
    { holds: isZone, id: 'ts-timezone-shift', how: `${how}, ${inOtherZone}` },
    { holds: true, id: 'ts-regenerated', how },
  ];
}
