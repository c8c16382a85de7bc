/** How languages and clocks write an instant as text. */

type Dates = readonly (readonly [text: string, as?: string])[];

export function usualDates(date: Date): Dates {
  const iso = date.toISOString();
  const bare = iso.slice(0, 19);
  return [
    [iso, 'as toISOString'],
    [`${bare}Z`, 'without milliseconds'],
    [`${bare}+00:00`, 'with an offset'],
    [date.toUTCString(), 'as an HTTP date'],
    [bare.replace('T', ' '), 'as a database writes it'],
    [bare],
    [`${bare.replace(/[-:]/g, '')}Z`, 'as AWS writes it'],
    [`${bare}+0000`, 'with an offset without colon'],
    [`${bare}.000+00:00`, 'with milliseconds and offset'],
    [`${bare}.000000Z`, 'with microseconds'],
    [`${bare}.0000000Z`, 'as .NET writes it'],
    [`${bare.replace('T', ' ')} UTC`, 'with UTC'],
    [date.toUTCString().replace('GMT', '+0000'), 'as a mail date'],
    [bare.replace(/[-:T]/g, ''), 'digits only'],
    [iso.slice(0, 10), 'the date alone'],
  ];
}

/** What languages print where no format was asked for, and the clocks of other places. */
export const rareDates = (date: Date): Dates => [
  ...printed(date),
  ...halfHoursEast.flatMap((halfHours) => elsewhere(date, halfHours)),
];

function printed(date: Date): Dates {
  const bare = date.toISOString().slice(0, 19);
  const [day = '', clock = ''] = bare.split('T');
  // `Tue, 14 Nov 2023 22:13:20 GMT`
  const [weekday = '', dayOfMonth = '', month = '', year = ''] = date.toUTCString().split(/,? /);
  const padded = dayOfMonth.replace(/^0/, ' ');
  const number = day.slice(5, 7);
  return [
    [`${day} ${clock} +0000 UTC`, 'as Go prints a time'],
    [`${day} ${clock} +0000`, 'as Ruby prints a time'],
    [`${day} ${clock}+00:00`, 'as Python prints a datetime'],
    [`${day} ${clock}Z`, 'as .NET writes it by "u"'],
    [`${weekday} ${month} ${padded} ${clock} UTC ${year}`, 'as date prints it'],
    [`${weekday} ${month} ${dayOfMonth} ${clock} UTC ${year}`, 'as Java prints a Date'],
    [`${weekday} ${month} ${dayOfMonth} ${clock} GMT ${year}`, 'as Java prints a Date'],
    [`${weekday} ${month} ${padded} ${clock} ${year}`, 'as C prints a time'],
    [
      `${weekday} ${month} ${dayOfMonth} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
      'as JavaScript prints a Date',
    ],
    [`${number}/${dayOfMonth}/${year} ${clock}`, 'as .NET prints a DateTime'],
    [`${dayOfMonth}/${number}/${year} ${clock}`, 'day, month, year'],
    [`${year}/${number}/${dayOfMonth} ${clock}`, 'year, month, day with slashes'],
    [`${bare}.000Z[UTC]`, 'with the name of its zone'],
    [`${bare}Z[UTC]`, 'with the name of its zone'],
    [`${bare}.000`, 'milliseconds without an offset'],
    [`${bare}.000000`, 'microseconds without an offset'],
    [`${bare}.000000+00:00`, 'with microseconds and an offset'],
    [`${bare}.0000000+00:00`, 'as .NET writes a DateTimeOffset'],
  ];
}

const halfHoursEast = [14, 16, 18, 2, 4, 6, 8, 10, 11, 12, 20, -6, -8, -10, -12, -14, -16];

function elsewhere(date: Date, halfHours: number): Dates {
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
}
