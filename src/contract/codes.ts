import { unlistedMembers } from './answer.js';
import type { JsonObject } from '../text/json/json.js';
import type { Anomaly, CatalogueEntry, JudgedError } from './judgement.js';
import { nearest } from '../text/nearest.js';

/** The listed failures of one interface by their code: `gateway/errors.ts`, `session/errors.ts`. */
type Catalogue = Readonly<Record<string, CatalogueEntry>>;

/** Never finds `constructor` and the like. */
export const listedEntry = (catalogue: Catalogue, code: string | undefined): CatalogueEntry | undefined =>
  code !== undefined && Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;

/** Where the answers of an interface carry their code, and which codes it lists. */
export interface CodeBook {
  readonly catalogue: Catalogue;
  /** `error` of the gateway (§2.2), `code` of the session interface (§7.2). */
  readonly member: 'error' | 'code';
  /** All members of such an answer. */
  readonly members: readonly string[];
  readonly section: string;
}

/** A failure as the service named it, with what is known of that name. */
export interface NamedFailure {
  /** The service's code as it came; undefined when it named none. */
  readonly code: string | undefined;
  readonly entry: CatalogueEntry | undefined;
  readonly error: JudgedError;
  readonly anomalies: readonly Anomaly[];
}

/** Reads the code of a failure; what it lists and where is looked up, never guessed. */
export function namedFailure(book: CodeBook, status: number, body: JsonObject | undefined): NamedFailure {
  const value = body?.count(book.member) === 1 ? body.get(book.member) : undefined;
  const code = typeof value === 'string' && value !== '' ? value : undefined;
  const entry = listedEntry(book.catalogue, code);
  const unlistedNames = body === undefined ? [] : unlistedMembers(body, book.members);
  if (code !== undefined && entry !== undefined) {
    const anomalies = [...otherStatus(book, entry, status), ...unlistedNames];
    return { code, entry, error: listed(code, entry, status), anomalies };
  }
  return {
    code,
    entry,
    error: code === undefined ? unnamed(book, status) : unlisted(book, code, status),
    anomalies: [
      {
        field: book.member,
        says:
          code === undefined
            ? `an error code was expected here (${book.section})`
            : `the contract does not list this code${orNearest(nearestCodes(book, code))} (${book.section})`,
      },
      ...unlistedNames,
    ],
  };
}

const listed = (code: string, entry: CatalogueEntry, status: number): JudgedError => ({
  code,
  says: `${entry.title} (HTTP ${String(status)}). ${entry.means}`,
  hint: `${entry.fix} ${causesWords(entry)}`.trim(),
  section: entry.section,
});

export const causesWords = ({ causes }: CatalogueEntry): string =>
  causes === undefined ? '' : `Listed causes: ${causes.join('; ')}.`;

const unlisted = (book: CodeBook, code: string, status: number): JudgedError => ({
  code,
  says: `HTTP ${String(status)} with a code that the contract does not list.`,
  hint: `Its meaning is not known${orNearest(nearestCodes(book, code))}. ${familyRule(status)}`,
  section: book.section,
});

const unnamed = (book: CodeBook, status: number): JudgedError => ({
  code: `http-${String(status)}`,
  says: `HTTP ${String(status)} without an error code of the contract.`,
  hint: familyRule(status),
  section: book.section,
});

const otherStatus = ({ member, section }: CodeBook, entry: CatalogueEntry, status: number): Anomaly[] =>
  entry.status === status
    ? []
    : [
        {
          field: member,
          says: `the contract lists this code with HTTP ${String(entry.status)} (${section})`,
        },
      ];

const nearestCodes = ({ catalogue }: CodeBook, code: string): string[] =>
  nearest(code, Object.keys(catalogue));

const orNearest = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; nearest listed: ${names.join(', ')}`;

/** §7.1, expected caller behaviour 2 and 5. */
export const familyRule = (status: number): string =>
  status >= 500 && status < 600
    ? 'Retry with exponential back-off.'
    : status >= 400 && status < 500
      ? 'The request was wrong: fix it, do not retry blindly.'
      : 'Do not grant on it.';

/** One word, as every listed code is: no sentence, no option, nothing for a shell, no receipt that a service repeats. */
export const looksLikeCode = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text) &&
  !(/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text));

/** The command that explains a failure. A code that could upset a shell is asked for by its status. */
export const explainCommand = (status: number, code: string | undefined): string[] => [
  'pvg',
  'explain-error',
  code !== undefined && looksLikeCode(code) ? code : String(status),
];
