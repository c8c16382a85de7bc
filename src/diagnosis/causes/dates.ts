/** How languages and clocks write an instant as text. */

type Dates = readonly (readonly [text: string, as?: string])[];

export function usualDates(date: Date): Dates {
  const iso = date.toISOString();
  const bare = iso.slice(0, 19);
  const spaced = bare.replace('T', ' ');
  // `Tue, 14 Nov 2023 22:13:20 GMT`
  const [weekday = '', day = '', month = '', year = '', clock = ''] = date.toUTCString().split(/,? /);
  return [
    [iso, 'as toISOString'],
    [`${bare}Z`, 'without milliseconds'],
    [`${bare}+00:00`, 'with the offset +00:00'],
    [date.toUTCString(), 'as an HTTP date'],
    [spaced, 'as a database writes it'],
    [bare, 'without a time zone'],
    [`${bare.replace(/[-:]/g, '')}Z`, 'as AWS writes it'],
    [`${bare}+0000`, 'with the offset +0000'],
    [`${bare}.000+00:00`, 'with milliseconds and the offset +00:00'],
    [`${bare}.000000Z`, 'with microseconds'],
    [`${bare}.0000000Z`, 'as .NET writes it'],
    [`${spaced} UTC`, 'with UTC'],
    [`${spaced} +0000 UTC`, 'as Go prints a time'],
    [`${spaced} +0000`, 'as Ruby prints a time'],
    [`${spaced}+00:00`, 'as Python prints a datetime'],
    [date.toUTCString().replace('GMT', '+0000'), 'as an e-mail date'],
    [
      `${weekday} ${month} ${day} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
      'as JavaScript prints a Date',
    ],
    [`${weekday} ${month} ${day} ${clock} UTC ${year}`, 'as Java prints a Date, and the command date'],
    [bare.replace(/[-:T]/g, ''), 'digits only'],
    [iso.slice(0, 10), 'only the date'],
  ];
}

const halfHoursEast = [14, 16, 18, 2, 4, 6, 8, 10, 11, 12, 20, -6, -8, -10, -12, -14, -16];

/** In the local time of other places. */
export const rareDates = (date: Date): Dates =>
  halfHoursEast.flatMap((halfHours): Dates => {
    const local = new Date(date.getTime() + halfHours * 1_800_000).toISOString().slice(0, 19);
    const hours = String(Math.floor(Math.abs(halfHours) / 2)).padStart(2, '0');
    const offset = `${halfHours < 0 ? '-' : '+'}${hours}:${halfHours % 2 === 0 ? '00' : '30'}`;
    const as = `in local time, UTC${offset}`;
    return [
      [`${local}${offset}`, as],
      [`${local}${offset.replace(':', '')}`, as],
      [local, as],
      [local.replace('T', ' '), as],
      [local.replace(/[-:T]/g, ''), as],
    ];
  });
