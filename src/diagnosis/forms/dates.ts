/** The usual date texts of a moment in UTC. */
export function dateTexts(seconds: number): readonly string[] {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return [];
  const iso = date.toISOString().slice(0, 19);
  const compact = iso.replace(/[-:]/g, '');
  const spaced = iso.replace('T', ' ');
  const isoEnds = ['Z', '.000Z', '+00:00', '', '.000+00:00', '.0000000Z'];
  const spacedEnds = ['', ' UTC', ' +0000', ' +0000 UTC', '+00:00', '.000'];
  return [
    ...isoEnds.map((end) => iso + end),
    ...spacedEnds.map((end) => spaced + end),
    date.toUTCString(),
    date.toUTCString().replace('GMT', '+0000'),
    // Go’s time.RFC1123.
    date.toUTCString().replace('GMT', 'UTC'),
    `${compact}Z`,
    compact.replace('T', ''),
    compact.slice(0, 8),
    iso.slice(0, 10),
    ...wordedTexts(date, 'UTC', '+0000'),
    ...slashedTexts(iso),
  ];
}

/** Dates with words, as C, Java and JavaScript write them: `Tue Sep 22 10:15:00 UTC 2026`. */
function wordedTexts(date: Date, zone: string, offset: string): string[] {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ');
  const start = `${weekday} ${month}`;
  return [
    `${start} ${day.replace(/^0/, ' ')} ${time} ${year}`,
    `${start} ${day} ${time} ${zone} ${year}`,
    `${start} ${day.replace(/^0/, ' ')} ${time} ${zone} ${year}`,
    `${start} ${day} ${time} ${offset} ${year}`,
    `${start} ${day} ${year} ${time} GMT${offset}`,
    ...(zone === 'UTC'
      ? [`${start} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`]
      : []),
  ];
}

/** Dates with slashes, as .NET and JavaScript write them: `9/22/2026 10:15:00 AM`. @param iso without a zone */
function slashedTexts(iso: string): string[] {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = iso.split(/\D/);
  const short = `${String(Number(month))}/${String(Number(day))}/${year}`;
  const hourOf12 = String(Number(hour) % 12 || 12);
  const timeOf12 = `${hourOf12}:${minute}:${second} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  return [
    `${short} ${timeOf12}`,
    `${short}, ${timeOf12}`,
    `${month}/${day}/${year} ${hour}:${minute}:${second}`,
    `${day}/${month}/${year} ${hour}:${minute}:${second}`,
    `${day}.${month}.${year} ${hour}:${minute}:${second}`,
    `${year}/${month}/${day} ${hour}:${minute}:${second}`,
  ];
}

/** In seconds: half an hour, the smallest step between two zones that people use. */
const zoneStep = 1_800;
/** In steps from UTC: 12 hours west, 14 hours east. */
const farthestWest = -24;
const farthestEast = 28;

/** The usual date texts of a moment in every time zone but UTC. */
export function* zonedDateTexts(seconds: number): Generator<string> {
  for (let steps = farthestWest; steps <= farthestEast; steps += 1) {
    const local = new Date((seconds + steps * zoneStep) * 1000);
    if (steps === 0 || Number.isNaN(local.getTime())) continue;
    const iso = local.toISOString().slice(0, 19);
    const offset = zoneOffset(steps);
    yield iso;
    yield iso + offset;
    yield iso + offset.replace(':', '');
    yield `${iso}.000${offset}`;
    yield iso.replace('T', ' ');
    yield `${iso.replace('T', ' ')} ${offset.replace(':', '')}`;
    yield iso.replace(/\D/g, '');
    yield local.toUTCString().replace('GMT', offset.replace(':', ''));
    yield* wordedTexts(local, 'GMT', offset.replace(':', ''));
    yield* scriptTexts(local, offset.replace(':', ''), steps);
    yield* slashedTexts(iso);
  }
}

/** The names that JavaScript gives a zone, by its distance from UTC in steps of half an hour. */
const zoneNames: Readonly<Record<number, readonly string[]>> = {
  [-16]: ['Pacific Standard Time'],
  [-14]: ['Pacific Daylight Time', 'Mountain Standard Time'],
  [-12]: ['Central Standard Time', 'Mountain Daylight Time'],
  [-10]: ['Eastern Standard Time', 'Central Daylight Time'],
  [-8]: ['Eastern Daylight Time'],
  [-6]: ['Brasilia Standard Time', 'Argentina Standard Time'],
  2: ['Central European Standard Time', 'British Summer Time', 'West Africa Standard Time'],
  4: ['Central European Summer Time', 'Eastern European Standard Time'],
  6: ['Moscow Standard Time', 'Eastern European Summer Time', 'Arabian Standard Time'],
  8: ['Gulf Standard Time'],
  11: ['India Standard Time'],
  14: ['Indochina Time', 'Western Indonesia Time'],
  16: [
    ...['China Standard Time', 'Singapore Standard Time', 'Malaysia Time'],
    ...['Philippine Standard Time', 'Hong Kong Standard Time', 'Taipei Standard Time'],
  ],
  18: ['Japan Standard Time', 'Korean Standard Time'],
  20: ['Australian Eastern Standard Time'],
};

/** JavaScript’s `String(date)`. */
function scriptTexts(date: Date, offset: string, steps: number): string[] {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ');
  const names = zoneNames[steps] ?? [];
  return names.map((name) => `${weekday} ${month} ${day} ${year} ${time} GMT${offset} (${name})`);
}

function zoneOffset(steps: number): string {
  const minutes = Math.abs(steps) * 30;
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const sign = steps < 0 ? '-' : '+';
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
