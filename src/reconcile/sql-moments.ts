import { castToInteger, sqlMatches, textType, replaceMatch, type Engine } from './sql-engines.js';
import { isoPattern, unixPattern } from './timestamps.js';

/**
 * SQL that reads a time as `parseExactSecond` of timestamps.ts does: Unix seconds as a text; null without an exact moment.
 * The first 10 digits of Unix milliseconds are the seconds.
 */
export function exactSecondSql(engine: Engine, text: string): string {
  const isoSeconds = `cast(${isoSecondsIn[engine](text)} as ${textType(engine)})`;
  return `case when ${sqlMatches(engine, text, unixPattern)} then substr(${text}, 1, 10) when ${sqlMatches(engine, text, isoPattern)} then ${isoSeconds} end`;
}

/** SQL that brings a time into the form `2026-11-03T10:00:00Z`. */
const isoForm = (text: string): string => replaceMatch(replaceMatch(text, ' ?UTC$', 'Z'), ' ', 'T');

/** Unix seconds of an ISO time with a zone; null for a day that no calendar has. */
const isoSecondsIn: Readonly<Record<Engine, (text: string) => string>> = {
  duckdb: (text) =>
    castToInteger('duckdb', `floor(epoch(try_cast(${isoForm(text)} as timestamptz)))`),
  bigquery: (text) =>
    castToInteger('bigquery', `floor(unix_seconds(safe_cast(${isoForm(text)} as timestamp)))`),
  trino: (text) =>
    castToInteger('trino', `floor(to_unixtime(try(from_iso8601_timestamp(${isoForm(text)}))))`),
  postgresql: (text) => {
    // A cast of a day that no calendar has would end the query.
    const moment = `timestamp '2000-01-01' + ${intervalSince2000(text)}`;
    const isReal = `to_char(${moment}, 'YYYY-MM-DD HH24:MI:SS') = ${localTime(text)}`;
    const seconds = castToInteger('postgresql', `extract(epoch from ${moment})`);
    return `case when ${isReal} then ${seconds} - ${zoneSeconds('postgresql', text)} end`;
  },
  sqlite: (text) => {
    // SQLite takes February 31 for March 3, and prints it unchanged unless it has to compute: '+0 days'.
    const isReal = `strftime('%Y-%m-%d %H:%M:%S', ${localTime(text)}, '+0 days') = ${localTime(text)}`;
    const seconds = castToInteger('sqlite', `strftime('%s', ${localTime(text)})`);
    return `case when ${isReal} then ${seconds} - ${zoneSeconds('sqlite', text)} end`;
  },
};

/** SQL for the date and the time without fractions of a second and without the zone. */
const localTime = (text: string): string => `replace(substr(${text}, 1, 19), 'T', ' ')`;

function intervalSince2000(text: string): string {
  const part = (start: number, length: number): string =>
    `cast(substr(${text}, ${start}, ${length}) as integer)`;
  const yearsAndMonths = `${part(1, 4)} - 2000, ${part(6, 2)} - 1`;
  // Its parameters: years, months, weeks, days, hours, minutes, seconds.
  return `make_interval(${yearsAndMonths}, 0, ${part(9, 2)} - 1, ${part(12, 2)}, ${part(15, 2)}, ${part(18, 2)})`;
}

/** The seconds of a zone such as `+07:00` at the end; 0 without one. */
function zoneSeconds(engine: Engine, text: string): string {
  const sign = `case substr(${text}, length(${text}) - 5, 1) when '-' then -1 else 1 end`;
  const hours = `cast(substr(${text}, length(${text}) - 4, 2) as integer)`;
  const minutes = `cast(substr(${text}, length(${text}) - 1, 2) as integer)`;
  const hasZone = sqlMatches(engine, text, '[-+][0-9]{2}:[0-9]{2}$');
  return `case when ${hasZone} then (${sign}) * (3600 * ${hours} + 60 * ${minutes}) else 0 end`;
}
