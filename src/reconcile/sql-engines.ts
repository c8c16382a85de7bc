/** How the engines spell the same things. Each function gives an expression of SQL. */

export const engines = ['duckdb', 'postgresql', 'sqlite', 'bigquery', 'trino'] as const;
export type Engine = (typeof engines)[number];

/** No test runs the query on these engines. The tests run it on all others. */
export const untriedEngines: readonly Engine[] = ['bigquery', 'trino'];

/** Quotes a text of pvg’s own. For BigQuery the text must have neither a quote nor a backslash. */
export function quoteSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes a text of the user's. In BigQuery a backslash begins an escape, and a quote needs one. */
export function sqlText(engine: Engine, text: string): string {
  return engine === 'bigquery' ? `'${text.replace(/[\\']/g, '\\$&')}'` : quoteSql(text);
}

export function textType(engine: Engine): string {
  return engine === 'bigquery' ? 'string' : 'varchar';
}

const integerTypes: Readonly<Record<Engine, string>> = {
  duckdb: 'bigint',
  postgresql: 'bigint',
  sqlite: 'integer',
  bigquery: 'int64',
  trino: 'bigint',
};

export function castToInteger(engine: Engine, expression: string): string {
  return `cast(${expression} as ${integerTypes[engine]})`;
}

/** A null with the type of a text, for a union, in which a column has one type. */
export function sqlNullText(engine: Engine): string {
  return `cast(null as ${textType(engine)})`;
}

/** What counts as missing: an empty cell, and what databases write for it. In BigQuery a backslash begins an escape. */
export function nullIfMissing(engine: Engine, expression: string): string {
  const backslash = engine === 'bigquery' ? '\\\\' : '\\';
  return ['', 'NULL', `${backslash}N`].reduce(
    (text, missing) => `nullif(${text}, '${missing}')`,
    expression,
  );
}

/** A text that is compared by the numbers of its characters; PostgreSQL would compare by the language of the database. */
export function withPlainOrder(engine: Engine, text: string): string {
  return engine === 'postgresql' ? `(${text}) collate "C"` : text;
}

/**
 * Replaces what matches; SQLite cannot. The pattern must match at most once: some engines replace the first match, others
 * every match.
 */
export function replaceMatch(text: string, pattern: string, replacement: string): string {
  return `regexp_replace(${text}, '${pattern}', '${replacement}')`;
}

/** Removes what matches, at most once. */
export function removeMatch(text: string, pattern: string): string {
  return replaceMatch(text, pattern, '');
}

const matchers: Readonly<Record<Engine, (text: string, pattern: string) => string>> = {
  duckdb: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  postgresql: (text, pattern) => `(${text}) ~ ${pattern}`,
  // The program sqlite3 has it since version 3.36.
  sqlite: (text, pattern) => `(${text}) regexp ${pattern}`,
  bigquery: (text, pattern) => `regexp_contains(${text}, ${pattern})`,
  trino: (text, pattern) => `regexp_like(${text}, ${pattern})`,
};

/** @param pattern a regular expression that all engines read, without a quote or a backslash */
export function sqlMatches(engine: Engine, text: string, pattern: string): string {
  return matchers[engine](text, `'${pattern}'`);
}

/** Whether a text matches in upper or lower case. @param pattern in lower case */
export function sqlMatchesAnyCase(engine: Engine, text: string, pattern: string): string {
  if (engine === 'sqlite') return sqlMatches(engine, `lower(${text})`, pattern);
  return sqlMatches(engine, text, `(?i)${pattern}`);
}

/** The first word of a text with blanks between the words. */
export function firstWord(engine: Engine, words: string): string {
  if (engine !== 'sqlite') return removeMatch(words, ' .*');
  return `substr(${words}, 1, instr(${words} || ' ', ' ') - 1)`;
}

/** What follows the first word; empty if there is only one word. */
export function furtherWords(engine: Engine, words: string): string {
  if (engine !== 'sqlite') return removeMatch(words, '^[^ ]+ ?');
  return `ltrim(substr(${words}, instr(${words} || ' ', ' ')))`;
}
