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

export function without(text: string, pattern: string, by = ''): string {
  return `regexp_replace(${text}, '${pattern}', '${by}')`;
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
