import { right, variants, type Choice } from '../choice.js';

/** Timestamps signed instead of the header's text: section 9 of the catalogue. */
export interface Timestamps {
  readonly right: Choice<string>;
  readonly few: readonly Choice<string>[];
  /** Lost milliseconds and shifted seconds: a thousand and some hundred, tried after the few. */
  readonly many: readonly Choice<string>[];
}

const largestShiftS = 300;

/** `header` is the text of X-Timestamp; `guesses` are unix seconds to try where there is none. */
export function timestamps(header: string | undefined, guesses: readonly number[]): Timestamps {
  if (header === undefined) return withoutHeader(guesses);
  const seconds = secondsOf(header);
  return {
    right: right(header),
    few: [
      ...ofOtherForms(header),
      ...(seconds === undefined ? [] : [...inOtherForms(header, seconds)]),
    ].filter(({ value }) => value !== header),
    many:
      seconds === undefined || !/^\d{1,12}$/.test(header)
        ? []
        : [...lostMilliseconds(seconds), ...shifted(seconds), ...rareForms(seconds), ...fractions(header)],
  };
}

/** The header is missing: the time of the request is known only nearly. */
const withoutHeader = (guesses: readonly number[]): Timestamps => ({
  right: right(''),
  few: guesses.map((guess): Choice<string> => ({
    causes: [],
    cost: 0.5,
    value: String(guess),
    as: 'the time it was received',
  })),
  many: guesses.flatMap((guess) =>
    [...Array(largestShiftS).keys()].flatMap((at) =>
      [guess - at - 1, guess + at + 1].map((value): Choice<string> => ({
        causes: [],
        cost: 0.6,
        value: String(value),
      })),
    ),
  ),
});

const secondsOf = (header: string): number | undefined =>
  /^\d{9,11}$/.test(header) ? Number(header) : undefined;

/** The header is no Unix seconds, and what was signed is. */
function ofOtherForms(header: string): Choice<string>[] {
  if (/^\d{13}$/.test(header)) {
    return variants('ts-ms-header', 2, [
      header.slice(0, -3),
      [String(Math.round(Number(header) / 1000)), 'rounded'],
      [String(Number(header) / 1000), 'as a fraction'],
    ]);
  }
  if (/^\d{16}$|^\d{19}$/.test(header)) {
    return variants('ts-micro-nano-both', 4, [
      [header.slice(0, 10), 'seconds signed'],
      [header.slice(0, 13), 'milliseconds signed'],
    ]);
  }
  if (/^\d+\.\d+$/.test(header)) {
    return variants('ts-float-both', 3, [
      [header.replace(/\..*$/, ''), 'seconds signed'],
      [String(Math.round(Number(header))), 'rounded seconds signed'],
      [String(Math.floor(Number(header) * 1000)), 'milliseconds signed'],
      [String(Number(header)), 'shorter digits signed'],
    ]);
  }
  const instant = Date.parse(header);
  if (Number.isNaN(instant) || /^-?\d+$/.test(header)) return [];
  return variants('ts-iso-both', 2, [
    [String(Math.floor(instant / 1000)), 'seconds signed'],
    [String(instant), 'milliseconds signed'],
  ]);
}

/** The header is Unix seconds, and what was signed is the same instant in another form. */
function inOtherForms(header: string, seconds: number): Choice<string>[] {
  const iso = new Date(seconds * 1000).toISOString();
  const bare = iso.slice(0, 19);
  return [
    ...variants('ts-float-signed', 3, [
      `${header}.0`,
      `${header}.000`,
      `${header}.00`,
      `${header}.000000`,
      [
        seconds
          .toExponential(9)
          .replace('+', '+0')
          .replace(/e\+0(\d)$/, 'e+0$1'),
        'in exponent form',
      ],
      [`${String(seconds / 1e9)}E9`, 'as Java prints a double'],
    ]),
    ...variants('ts-iso-signed', 3, [
      [iso, 'as toISOString'],
      [`${bare}Z`, 'without milliseconds'],
      [`${bare}+00:00`, 'with an offset'],
      [new Date(seconds * 1000).toUTCString(), 'as an HTTP date'],
      [bare.replace('T', ' '), 'as a database writes it'],
      bare,
      [`${bare.replace(/[-:]/g, '')}Z`, 'as AWS writes it'],
      [`${bare}+0000`, 'with an offset without colon'],
      [`${bare}.000+00:00`, 'with milliseconds and offset'],
      [`${bare}.000000Z`, 'with microseconds'],
      [`${bare}.0000000Z`, 'as .NET writes it'],
      [`${bare.replace('T', ' ')} UTC`, 'with UTC'],
      [new Date(seconds * 1000).toUTCString().replace('GMT', '+0000'), 'as a mail date'],
      [bare.replace(/[-:T]/g, ''), 'digits only'],
      [iso.slice(0, 10), 'the date alone'],
    ]),
    ...variants('ts-ms-signed', 1, [[`${header}000`, 'milliseconds']]),
    ...variants('ts-micro-nano-both', 4, [
      [`${header}000000`, 'microseconds signed'],
      [`${header}000000000`, 'nanoseconds signed'],
    ]),
  ];
}

// The header hides the lost milliseconds, so all thousand are tried: a millisecond or two in all.
const lostMilliseconds = (seconds: number): Choice<string>[] =>
  [...Array(1000).keys()].map((ms) => ({
    causes: ['ts-ms-signed'],
    cost: 1,
    value: String(seconds * 1000 + ms),
  }));

// There are thousands: beside another cause they would cost more time than they are worth.
const rareCost = 7;

/** `Date.now() / 1000` or `time.time()` to the millisecond. */
const fractions = (header: string): Choice<string>[] =>
  [...Array(1000).keys()].slice(1).flatMap((ms) => {
    const digits = String(ms).padStart(3, '0');
    return [...new Set([digits, digits.replace(/0+$/, '')])].map((fraction): Choice<string> => ({
      causes: ['ts-float-signed'],
      cost: rareCost,
      value: `${header}.${fraction}`,
      as: 'with its milliseconds',
    }));
  });

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const halfHoursEast = [14, 16, 18, 2, 4, 6, 8, 10, 11, 12, 20, -6, -8, -10, -12, -14, -16];

/** How languages print a date that was not asked for a format, and the clocks of other places. */
function rareForms(seconds: number): Choice<string>[] {
  const date = new Date(seconds * 1000);
  const bare = date.toISOString().slice(0, 19);
  const [day = '', clock = ''] = bare.split('T');
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const weekday = days[date.getUTCDay()] ?? '';
  const monthName = months[date.getUTCMonth()] ?? '';
  const padded = String(date.getUTCDate()).padStart(2, ' ');
  const printed: readonly (readonly [value: string, as: string])[] = [
    [`${day} ${clock} +0000 UTC`, 'as Go prints a time'],
    [`${day} ${clock} +0000`, 'as Ruby prints a time'],
    [`${day} ${clock}+00:00`, 'as Python prints a datetime'],
    [`${day} ${clock}Z`, 'as .NET writes it by "u"'],
    [`${weekday} ${monthName} ${padded} ${clock} UTC ${year}`, 'as date prints it'],
    [`${weekday} ${monthName} ${dayOfMonth} ${clock} UTC ${year}`, 'as Java prints a Date'],
    [`${weekday} ${monthName} ${dayOfMonth} ${clock} GMT ${year}`, 'as Java prints a Date'],
    [`${weekday} ${monthName} ${padded} ${clock} ${year}`, 'as C prints a time'],
    [
      `${weekday} ${monthName} ${dayOfMonth} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
      'as JavaScript prints a Date',
    ],
    [`${month}/${dayOfMonth}/${year} ${clock}`, 'as .NET prints a DateTime'],
    [`${dayOfMonth}/${month}/${year} ${clock}`, 'day, month, year'],
    [`${year}/${month}/${dayOfMonth} ${clock}`, 'year, month, day with slashes'],
    [`${bare}.000Z[UTC]`, 'with the name of its zone'],
    [`${bare}Z[UTC]`, 'with the name of its zone'],
    [`${bare}.000`, 'milliseconds without an offset'],
    [`${bare}.000000`, 'microseconds without an offset'],
    [`${bare}.000000+00:00`, 'with microseconds and an offset'],
    [`${day}T${clock.slice(0, 5)}:${clock.slice(6)}.0000000+00:00`, 'as .NET writes a DateTimeOffset'],
  ];
  const elsewhere = halfHoursEast.flatMap((halfHours): (readonly [string, string])[] => {
    const local = new Date(date.getTime() + halfHours * 1_800_000).toISOString().slice(0, 19);
    const size = Math.abs(halfHours);
    const offset = `${halfHours < 0 ? '-' : '+'}${String(Math.floor(size / 2)).padStart(2, '0')}:${size % 2 === 0 ? '00' : '30'}`;
    const as = `by the clock of UTC${offset}`;
    return [
      [`${local}${offset}`, as],
      [`${local}${offset.replace(':', '')}`, as],
      [local, as],
      [`${local}.000${offset}`, as],
      [local.replace('T', ' '), as],
      [local.replace(/[-:T]/g, ''), as],
    ];
  });
  return [...printed, ...elsewhere].map(([value, as]) => ({
    causes: ['ts-iso-signed'],
    cost: rareCost,
    value,
    as,
  }));
}

/** Nearest first. Rounded milliseconds are a shift of one second. */
const shifted = (seconds: number): Choice<string>[] =>
  [...Array(largestShiftS).keys()].flatMap((at) =>
    [at + 1, -(at + 1)].map((shift): Choice<string> => ({
      causes: ['ts-regenerated'],
      cost: Math.abs(shift) <= 5 ? 1 : 2,
      value: String(seconds + shift),
      as: `${shift > 0 ? '+' : ''}${String(shift)} s`,
    })),
  );
