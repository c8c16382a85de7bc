import { causes, type Variants } from '../cause.js';
import { limits } from '../../contract/limits.js';
import type { SentTime } from '../knobs.js';
import type { LintInput } from '../lint.js';
import { rareDates, usualDates } from './dates.js';

type Times = (sent: SentTime) => Variants<string>;

/** Where the header is Unix seconds, and what was signed is the same instant in another form. */
const inSeconds =
  (made: (header: string, seconds: number) => Variants<string>): Times =>
  ({ header, seconds }) =>
    seconds === undefined ? [] : made(header, seconds);

const whereHeaderIs =
  (form: RegExp, made: (header: string) => Variants<string>): Times =>
  ({ header }) =>
    form.test(header) ? made(header) : [];

const milliseconds = { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' };

const thousand = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'));

const fractions = thousand.flatMap((ms) => [ms, ms.replace(/0+$/, '')]);

// There are thousands: beside another cause they would cost more time than they are worth.
const rare = 4;

/** Seconds either way, the nearest first. */
export const shiftsS: readonly number[] = Array.from({ length: 300 }, (_, at) => [at + 1, -at - 1]).flat();

const isDate = (text: string): boolean =>
  !/^-?\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(text) && !Number.isNaN(Date.parse(text));

/** A header of another form than Unix seconds, where no match says so already. */
const ofForm =
  (form: RegExp) =>
  ({ headers, found }: LintInput): string[] => {
    const text = headers.timestamp.value ?? '';
    return form.test(text) && !found.some((id) => id.startsWith('ts-'))
      ? [`X-Timestamp has ${String(text.length)} characters.`]
      : [];
  };

/** By the receiver's clock; 0 where it is not known. */
const offsetS = ({ request, headers }: LintInput): number => {
  const text = headers.timestamp.value ?? '';
  return request.receivedAt !== undefined && /^\d{1,12}$/.test(text)
    ? Math.round(request.receivedAt - Number(text))
    : 0;
};

const behind = (offset: number): string =>
  `The timestamp was ${String(Math.abs(offset))} s ${offset > 0 ? 'behind' : 'ahead of'} the receiver’s clock.`;

const halfHourS = 1_800;
const furthestZoneS = 14 * 3_600;
// Latency, and a clock that is a little off besides.
const nearS = 60;

function isTimezoneShift(offset: number): boolean {
  const size = Math.abs(offset);
  const distance = Math.abs(size - Math.round(size / halfHourS) * halfHourS);
  return size >= halfHourS - nearS && size <= furthestZoneS + nearS && distance <= nearS;
}

/** The timestamp is not the time in whole Unix seconds, or not the same in header and message. */
export const timestamp = causes({ where: 'timestamp', kind: 'unix-seconds' })({
  'ts-ms-signed': {
    commonness: 'A',
    says: 'The timestamp was signed in milliseconds, but X-Timestamp was sent in seconds.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
    hints: milliseconds,
    times: inSeconds((header) => [[`${header}000`, 'milliseconds']]),
    // The header hides the lost milliseconds, so all thousand are tried: a millisecond or two in all.
    manyTimes: inSeconds((header) => thousand.map((ms) => [header + ms, undefined, 0])),
  },
  'ts-ms-header': {
    commonness: 'B',
    says: 'X-Timestamp was sent in milliseconds, but the timestamp was signed in seconds.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
    hints: milliseconds,
    times: whereHeaderIs(/^\d{13}$/, (header) => [
      [header.slice(0, -3)],
      [String(Math.round(Number(header) / 1000)), 'rounded'],
      [String(Number(header) / 1000), 'as a fraction'],
    ]),
  },
  'ts-ms-both': {
    commonness: 'A',
    says: 'The timestamp is in milliseconds instead of seconds.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Use whole Unix seconds, 10 digits.',
    hints: milliseconds,
    seen: ofForm(/^\d{13}$/),
  },
  'ts-float-signed': {
    commonness: 'C',
    says: 'The timestamp was signed as a decimal number (`….0`), but X-Timestamp was sent in whole seconds.',
    typical: 'Python, Lua and Godot, in which the time is a float.',
    fix: 'Turn the time into an integer once. Use the same text in the message and in X-Timestamp.',
    times: inSeconds((header, seconds) => [
      [`${header}.0`],
      [`${header}.000`],
      [`${header}.000000`],
      [seconds.toExponential(9).replace('+', '+0'), 'in exponent form'],
    ]),
    // `Date.now() / 1000` or `time.time()` to the millisecond.
    manyTimes: inSeconds((header) =>
      fractions.map((fraction) => [`${header}.${fraction}`, 'with its milliseconds', rare]),
    ),
  },
  'ts-float-both': {
    commonness: 'C',
    says: 'X-Timestamp is a decimal number instead of whole seconds.',
    typical: 'Python `str(time.time())`, Ruby `Time.now.to_f`.',
    fix: 'Turn the time into an integer.',
    times: whereHeaderIs(/^\d+\.\d+$/, (header) => [
      [header.replace(/\..*$/, ''), 'seconds signed'],
      [String(Math.round(Number(header))), 'rounded seconds signed'],
      [String(Math.floor(Number(header) * 1000)), 'milliseconds signed'],
      [String(Number(header)), 'shorter digits signed'],
    ]),
    seen: ofForm(/^\d+\.\d+$|^\d(?:\.\d+)?e\+?\d+$/i),
  },
  'ts-iso-signed': {
    commonness: 'C',
    says: 'The timestamp was signed as a date text, but X-Timestamp was sent in seconds.',
    typical: '`toISOString()` and other date formatters.',
    fix: 'Use whole Unix seconds in the message and in X-Timestamp.',
    times: inSeconds((_, seconds) => usualDates(new Date(seconds * 1000))),
    manyTimes: inSeconds((_, seconds) =>
      rareDates(new Date(seconds * 1000)).map(([text, as]) => [text, as, rare]),
    ),
  },
  'ts-iso-both': {
    commonness: 'B',
    says: 'X-Timestamp is a date text instead of Unix seconds.',
    typical: '`toISOString()` and other date formatters.',
    fix: 'Use whole Unix seconds in the message and in X-Timestamp.',
    times: ({ header }) => {
      if (!isDate(header)) return [];
      const instant = Date.parse(header);
      return [
        [String(Math.floor(instant / 1000)), 'seconds signed'],
        [String(instant), 'milliseconds signed'],
      ];
    },
    seen: (input) => (isDate(input.headers.timestamp.value ?? '') ? ofForm(/./)(input) : []),
  },
  'ts-regenerated': {
    commonness: 'A',
    says: 'The clock was read twice: the signed timestamp and X-Timestamp are some seconds apart.',
    typical: 'Two calls of `time()`, a signature that is reused for a retry.',
    fix: 'Take the time once for each attempt. Use the same text in the message and in X-Timestamp.',
    // Nearest first. Rounded milliseconds are a shift of one second.
    manyTimes: inSeconds((_, seconds) =>
      shiftsS.map((shift) => [
        String(seconds + shift),
        `${shift > 0 ? '+' : ''}${String(shift)} s`,
        Math.abs(shift) <= 5 ? 0 : 1,
      ]),
    ),
  },
  'ts-clock-skew': {
    commonness: 'A',
    says: 'X-Timestamp is more than 300 seconds away from the receiver’s clock.',
    typical:
      'Machines without NTP, containers that were paused, queues, requests that were sent again later.',
    fix: 'Set the clock with NTP. Sign at the moment of sending.',
    seen: (input) => {
      const offset = offsetS(input);
      const isSkewed = Math.abs(offset) > limits.timestampSkewSeconds;
      return isSkewed && !isTimezoneShift(offset) ? [behind(offset)] : [];
    },
  },
  'ts-timezone-shift': {
    commonness: 'B',
    says: 'X-Timestamp is wrong by a time zone: local time was used as UTC.',
    typical: 'Date arithmetic in local time, such as seven hours in Vietnam.',
    fix: 'Take Unix seconds from the system clock, which are UTC. Do not compute them from a local date.',
    hints: {
      csharp: 'DateTimeOffset.UtcNow, not DateTime.Now.',
      unity: 'DateTimeOffset.UtcNow, not DateTime.Now.',
      unreal: 'FDateTime::UtcNow(), not FDateTime::Now().',
    },
    seen: (input) => {
      const offset = offsetS(input);
      return isTimezoneShift(offset) ? [behind(offset)] : [];
    },
  },
  'ts-micro-nano-both': {
    commonness: 'D',
    says: 'The timestamp is in microseconds or nanoseconds instead of seconds.',
    typical: 'Go `UnixNano()`, Rust `as_nanos()`.',
    fix: 'Use whole Unix seconds, 10 digits.',
    hints: {
      go: 'Unix(), not UnixNano() or UnixMicro().',
      rust: 'as_secs(), not as_nanos() or as_micros().',
    },
    times: ({ header, seconds }) => {
      if (seconds !== undefined)
        return [
          [`${header}000000`, 'microseconds signed'],
          [`${header}000000000`, 'nanoseconds signed'],
        ];
      if (!/^\d{16}$|^\d{19}$/.test(header)) return [];
      return [
        [header.slice(0, 10), 'seconds signed'],
        [header.slice(0, 13), 'milliseconds signed'],
      ];
    },
    seen: ofForm(/^(?:\d{16}|\d{19})$/),
  },
});
