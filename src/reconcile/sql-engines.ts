import { placeholderTexts } from '../contract/purchase-token.js';
import { isoPattern, unixPattern } from './timestamps.js';

/** How the engines spell the same things. */

export const engines = ['duckdb', 'bigquery', 'trino'] as const;
export type Engine = (typeof engines)[number];

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text of the user's. In BigQuery a backslash begins an escape, and a quote needs one. */
export function sqlText(engine: Engine, text: string): string {
  return engine === 'bigquery' ? `'${text.replace(/[\\']/g, '\\$&')}'` : quoted(text);
}

export function textType(engine: Engine): string {
  return engine === 'bigquery' ? 'string' : 'varchar';
}

export function noText(engine: Engine): string {
  return `cast(null as ${textType(engine)})`;
}

/** What counts as missing: an empty cell, and what databases write for it. In BigQuery a backslash begins an escape. */
export function present(expression: string, engine: Engine): string {
  return `nullif(nullif(nullif(${expression}, ''), 'NULL'), '${engine === 'bigquery' ? '\\\\' : '\\'}N')`;
}

/** As contract/purchase-token.ts reads listed ids: null for a placeholder and for an error of a spreadsheet. */
export function listedIdSql(text: string): string {
  return `nullif(${without(text, `(?i)^(?:#.*|[ \u00A0]*(?:${placeholder})[ \u00A0]*)$`)}, '')`;
}

const placeholder = [...placeholderTexts].map((text) => text.replace(/[^\w-]/g, '[$&]')).join('|');

/** As `exactSecond` of timestamps.ts: Unix seconds as a text; null for a text that names no exact moment. */
export function exactSecondSql(engine: Engine, text: string): string {
  const iso = without(without(text, ' ?UTC$', 'Z'), ' ', 'T');
  const isoSeconds = `cast(cast(floor(${isoSecondsIn[engine](iso)}) as ${integerType[engine]}) as ${textType(engine)})`;
  return `case when ${sqlMatches(engine, text, unixPattern)} then substr(${text}, 1, 10) when ${sqlMatches(engine, text, isoPattern)} then ${isoSeconds} end`;
}

const integerType = { duckdb: 'bigint', bigquery: 'int64', trino: 'bigint' } as const;

/** Unix seconds of an ISO time with a zone; null for a day that no calendar has. */
const isoSecondsIn: Readonly<Record<Engine, (iso: string) => string>> = {
  duckdb: (iso) => `epoch(try_cast(${iso} as timestamptz))`,
  bigquery: (iso) => `unix_seconds(safe_cast(${iso} as timestamp))`,
  trino: (iso) => `to_unixtime(try(from_iso8601_timestamp(${iso})))`,
};

export function without(text: string, pattern: string, replacement = ''): string {
  return `regexp_replace(${text}, '${pattern}', '${replacement}')`;
}

const matcher = {
  duckdb: 'regexp_matches',
  bigquery: 'regexp_contains',
  trino: 'regexp_like',
} as const;

/** @param pattern a regular expression that all engines read, without a quote or a backslash */
export function sqlMatches(engine: Engine, text: string, pattern: string): string {
  return `${matcher[engine]}(${text}, '${pattern}')`;
}
