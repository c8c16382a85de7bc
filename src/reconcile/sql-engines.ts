/** How the engines spell the same things. */

export const engines = ['duckdb', 'bigquery', 'trino'] as const;
export type Engine = (typeof engines)[number];

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A text of the user's. In BigQuery a backslash begins an escape, and a quote needs one. */
export const sqlText = (engine: Engine, text: string): string =>
  engine === 'bigquery' ? `'${text.replace(/[\\']/g, '\\$&')}'` : quoted(text);

export const textType = (engine: Engine): string => (engine === 'bigquery' ? 'string' : 'varchar');

export const noText = (engine: Engine): string => `cast(null as ${textType(engine)})`;

/** What counts as missing: an empty cell, and what databases write for it. In BigQuery a backslash begins an escape. */
export const present = (expression: string, engine: Engine): string =>
  `nullif(nullif(nullif(${expression}, ''), 'NULL'), '${engine === 'bigquery' ? '\\\\' : '\\'}N')`;

export const without = (text: string, pattern: string, by = ''): string =>
  `regexp_replace(${text}, '${pattern}', '${by}')`;

const matcher = {
  duckdb: 'regexp_matches',
  bigquery: 'regexp_contains',
  trino: 'regexp_like',
} as const;

/** @param pattern a regular expression that all engines read, without a quote or a backslash */
export const sqlMatches = (engine: Engine, text: string, pattern: string): string =>
  `${matcher[engine]}(${text}, '${pattern}')`;
