import { causes, told, type Variants, type LintInput } from '../cause.js';
import { limits } from '../../contract/limits.js';
import type { SentTime } from '../knobs.js';
import { counted } from '../../text/counted.js';
import { rareDates, usualDates } from './dates.js';
import { withoutEnd } from '../../text/ends.js';

type Times = (sent: SentTime) => Variants<string>;

/** The header is Unix seconds, and the same instant was signed in another form. */
const inSeconds =
  (made: (header: string, seconds: number) => Variants<string>): Times =>
  ({ header, seconds }) =>
    seconds === undefined ? [] : made(header, seconds);

const whereHeaderIs =
  (form: RegExp, made: (header: string) => Variants<string>): Times =>
  ({ header }) =>
    form.test(header) ? made(header) : [];

const milliseconds = {
  java: 'System.currentTimeMillis() returns milliseconds.',
  node: 'Date.now() returns milliseconds.',
};

const thousand = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'));

const fractions = thousand.flatMap((ms) => [ms, withoutEnd(ms, '0')]).filter((ms) => ms !== '');

// There are thousands: together with another cause they would cost more time than they are worth.
const rare = 4;

/** Seconds earlier or later, the nearest first. */
export const shiftsS: readonly number[] = Array.from({ length: 300 }, (_, at) => [at + 1, -at - 1]).flat();

// `Date.parse` also takes `x 5` for a date.
const isDate = (text: string): boolean =>
  /\d[-/:]\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text) &&
  !Number.isNaN(Date.parse(text));

const decimal = /^\d+[.,]\d+$|^\d(?:\.\d+)?e\+?\d+$/i;

/** Whether a text of X-Timestamp that is not whole seconds is told by a cause of this group. */
export const isToldForm = (text: string): boolean =>
  /^(?:\d{13}|\d{16}|\d{19})$/.test(text) || decimal.test(text) || isDate(text);

/** A header that is not Unix seconds, unless a match says so already. */
const ofForm =
  (form: RegExp) =>
  ({ headers, found }: LintInput): string[] => {
    const text = headers.timestamp.value ?? '';
    return form.test(text) && !found.some((id) => id.startsWith('ts-'))
      ? [`X-Timestamp has ${String(text.length)} characters.`]
      : [];
  };

/** By the receiver's clock; 0 if it is not known. */
const offsetS = ({ request, headers }: LintInput): number => {
  const text = headers.timestamp.value ?? '';
  return request.receivedAt !== undefined && /^\d{1,12}$/.test(text)
    ? Math.round(request.receivedAt - Number(text))
    : 0;
};

const behind = (offset: number): string =>
  `It is ${counted(Math.abs(offset), 'second')} ${offset > 0 ? 'behind' : 'ahead of'} the receiver’s clock.`;

const laterOrEarlier = (shift: number): string => (shift > 0 ? 'later' : 'earlier');

const shifted = (shift: number): string =>
  `The signed timestamp is ${counted(Math.abs(shift), 'second')} ${laterOrEarlier(shift)} than X-Timestamp.`;

const signedIn = (unit: string): string =>
  `The timestamp was signed in ${unit}, but X-Timestamp was sent in seconds.`;

/** The same seconds as other text than their ten digits. */
const otherTexts = (header: string, seconds: number): Variants<string> => {
  const groups = [header.slice(0, -9), header.slice(-9, -6), header.slice(-6, -3), header.slice(-3)];
  const grouped = (mark: string): string => groups.filter((digits) => digits !== '').join(mark);
  const written = (text: string, how: string): Variants<string>[number] =>
    told(text, `The timestamp was signed ${how}, but X-Timestamp was sent as ten digits.`);
  const wrongVerb = (text: string, verb: string): Variants<string>[number] =>
    written(text, `as Go prints a value with the wrong verb (\`${verb}\`)`);
  const hex = seconds.toString(16);
  return [
    ...[hex, hex.toUpperCase(), `0x${hex}`].map((text) => written(text, 'in hexadecimal')),
    ...[
      [',', 'commas'],
      ['.', 'dots'],
      [' ', 'spaces'],
      ['\u00a0', 'no-break spaces'],
      ['\u202f', 'narrow no-break spaces'],
      ["'", 'apostrophes'],
      ['\u2019', 'apostrophes'],
      ['_', 'underscores'],
    ].map(([mark = '', name = '']) => written(grouped(mark), `with ${name} between its thousands`)),
    ...['int64', 'int'].map((type) => wrongVerb(`%!s(${type}=${header})`, '%s')),
    wrongVerb(`%!d(string=${header})`, '%d'),
    written(`"${header}"`, 'with quotes around it'),
    written(`'${header}'`, 'with quotes around it'),
    written(`${header}n`, 'with the `n` of a BigInt after it'),
    written(`${header}L`, 'with an `L` after it'),
    written(`0${header}`, 'with a zero in front'),
    written(String(621_355_968_000_000_000n + BigInt(header) * 10_000_000n), 'in .NET ticks'),
  ];
};

/** Farther away than a clock that is read twice. */
const oldest = 6 * 3_600;

/** Of another time zone, or taken when the program started. */
function farTimes(seconds: number): Variants<string> {
  const zones = Array.from({ length: 28 }, (__, at) => (at + 1) * halfHourS).flatMap((shift) => [
    shift,
    -shift,
  ]);
  const started = Array.from(
    { length: oldest - shiftsS.length / 2 },
    (__, at) => -at - 1 - shiftsS.length / 2,
  );
  return [
    ...zones.map((shift): Variants<string>[number] =>
      told(
        String(seconds + shift),
        `The signed timestamp is ${String(Math.abs(shift) / 3_600)} hours ${laterOrEarlier(shift)} than X-Timestamp, as if a date was read in the wrong time zone.`,
        0.5,
      ),
    ),
    ...started.map((shift): Variants<string>[number] =>
      told(
        String(seconds + shift),
        `The signed timestamp is ${counted(-shift, 'second')} earlier than X-Timestamp, as if it was taken long before the request was sent.`,
        1,
      ),
    ),
  ];
}

const halfHourS = 1_800;
const furthestZoneS = 14 * 3_600;
// For latency, and for a clock that is slightly wrong.
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
    times: inSeconds((header) => [[`${header}000`]]),
    // The header does not show the lost milliseconds, so all thousand are tried: this takes a millisecond or two.
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
      [String(Number(header) / 1000), 'with the milliseconds as decimals'],
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
    says: 'The timestamp was signed as a decimal number, but X-Timestamp was sent in whole seconds.',
    typical: 'Python, Lua and Godot, in which the time is a float.',
    fix: 'Turn the time into an integer once. Use the same text in the message and in X-Timestamp.',
    times: inSeconds((header, seconds) => [
      [`${header}.0`, 'with `.0` after it'],
      [`${header}.000`, 'with `.000` after it'],
      [`${header}.000000`, 'with `.000000` after it'],
      told(
        seconds.toExponential(9).replace('+', '+0'),
        'The timestamp was signed in exponent notation, but X-Timestamp was sent in whole seconds.',
      ),
    ]),
    // `Date.now() / 1000` or `time.time()` to the millisecond.
    manyTimes: inSeconds((header) =>
      fractions.map((fraction) => [`${header}.${fraction}`, 'with decimals', rare]),
    ),
  },
  'ts-float-both': {
    commonness: 'C',
    says: 'X-Timestamp is a decimal number instead of whole seconds.',
    typical:
      'Python `str(time.time())`, Ruby `Time.now.to_f`, C# `TotalSeconds.ToString()` (with a comma in many languages).',
    fix: 'Turn the time into an integer.',
    hints: {
      csharp: 'Use DateTimeOffset.UtcNow.ToUnixTimeSeconds(), which has no decimals and no comma.',
      unity: 'Use DateTimeOffset.UtcNow.ToUnixTimeSeconds(), which has no decimals and no comma.',
    },
    times: whereHeaderIs(/^\d+[.,]\d+$/, (header) => {
      const seconds = header.replace(',', '.');
      return [
        [header.split(/[.,]/, 1)[0] ?? '', 'signed in seconds'],
        [String(Math.round(Number(seconds))), 'signed in seconds, rounded'],
        [String(Math.floor(Number(seconds) * 1000)), 'signed in milliseconds'],
        [String(Number(seconds)), 'signed with a decimal point or fewer digits'],
      ];
    }),
    seen: (input) =>
      ofForm(decimal)(input).map((words) =>
        input.headers.timestamp.value?.includes(',') === true
          ? `${words} It has a decimal comma, as in German, French or Vietnamese number formats.`
          : words,
      ),
  },
  'ts-text-signed': {
    commonness: 'D',
    says: 'The timestamp was signed as other text than the ten digits of X-Timestamp.',
    typical:
      'C++ streams with `std::hex` or a locale, Go’s `%s` for a number, number formats with thousands.',
    fix: 'Turn the time into text once, as plain decimal digits. Use that text in the message and in X-Timestamp.',
    hints: {
      go: 'Print the timestamp with %d or strconv.FormatInt, not with %s.',
      cpp: 'Use std::to_string(seconds): a stream may have std::hex or a locale left on.',
    },
    farTimes: inSeconds(otherTexts),
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
        [String(Math.floor(instant / 1000)), 'signed in seconds'],
        [String(instant), 'signed in milliseconds'],
      ];
    },
    seen: (input) => (isDate(input.headers.timestamp.value ?? '') ? ofForm(/./)(input) : []),
  },
  'ts-regenerated': {
    commonness: 'A',
    says: 'The signed timestamp and X-Timestamp are some seconds apart.',
    typical:
      'The clock was read twice, such as by two calls of `time()`; a signature that is reused for a retry.',
    fix: 'Take the time once for each attempt. Use the same text in the message and in X-Timestamp.',
    // Nearest first. Rounded milliseconds are a shift of one second.
    manyTimes: inSeconds((_, seconds) => [
      ...shiftsS.map((shift) => told(String(seconds + shift), shifted(shift), Math.abs(shift) <= 5 ? 0 : 1)),
    ]),
    farTimes: inSeconds((_, seconds) => farTimes(seconds)),
  },
  'ts-clock-skew': {
    commonness: 'A',
    says: 'X-Timestamp is more than 300 seconds away from the receiver’s clock.',
    typical:
      'Machines without NTP, containers that were paused, queues, requests that were sent again later.',
    fix: 'Set the clock with NTP. Sign just before sending.',
    seen: (input) => {
      const offset = offsetS(input);
      const isSkewed = Math.abs(offset) > limits.timestampSkewSeconds;
      return isSkewed && !isTimezoneShift(offset) ? [behind(offset)] : [];
    },
  },
  'ts-timezone-shift': {
    commonness: 'B',
    says: 'X-Timestamp is wrong by whole or half hours, as if a date was read in the wrong time zone.',
    typical: 'Date arithmetic in local time, such as seven hours in Vietnam.',
    fix: 'Take Unix seconds from the system clock. Do not compute them from a date without a time zone: one that is UTC is easily read as local time, or the other way round.',
    hints: {
      csharp: 'Use DateTimeOffset.UtcNow, not DateTime.Now.',
      unity: 'Use DateTimeOffset.UtcNow, not DateTime.Now.',
      unreal: 'Use FDateTime::UtcNow(), not FDateTime::Now().',
      python: 'Use time.time(): datetime.utcnow().timestamp() reads UTC as local time.',
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
      go: 'Use Unix(), not UnixNano() or UnixMicro().',
      rust: 'Use as_secs(), not as_nanos() or as_micros().',
    },
    times: ({ header, seconds }) => {
      if (seconds !== undefined)
        return [
          told(`${header}000000`, signedIn('microseconds')),
          told(`${header}000000000`, signedIn('nanoseconds')),
        ];
      if (!/^\d{16}$|^\d{19}$/.test(header)) return [];
      const unit = header.length === 16 ? 'microseconds' : 'nanoseconds';
      return ['seconds', 'milliseconds'].map((other, at) =>
        told(
          header.slice(0, 10 + 3 * at),
          `X-Timestamp was sent in ${unit}, but the timestamp was signed in ${other}.`,
        ),
      );
    },
    seen: ofForm(/^(?:\d{16}|\d{19})$/),
  },
});
