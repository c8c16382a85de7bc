import { unlistedMembers } from './answer.js';
import type { JsonObject } from '../text/json/json.js';
import { sentences, type Anomaly, type CatalogueEntry, type JudgedError } from './judgement.js';
import { nearest } from '../text/nearest.js';

/** The listed failures of one interface by their code: `gateway/errors.ts`, `session/errors.ts`. */
type Catalogue = Readonly<Record<string, CatalogueEntry>>;

/** Never finds inherited names such as `constructor`. */
const listedEntry = (catalogue: Catalogue, code: string | undefined): CatalogueEntry | undefined =>
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

/** A failure as the service named it, with what the contract says about that name. */
export interface NamedFailure {
  /** The service's code, unchanged; undefined if it sent none. */
  readonly code: string | undefined;
  readonly entry: CatalogueEntry | undefined;
  readonly error: JudgedError;
  readonly anomalies: readonly Anomaly[];
}

/** Reads the code of a failure. Its meaning comes from the contract's list, never from a guess. */
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
        says: code === undefined ? 'should be an error code' : notListed(code, nearestCodes(book, code)),
        section: book.section,
      },
      ...unlistedNames,
    ],
  };
}

const listed = (code: string, entry: CatalogueEntry, status: number): JudgedError => ({
  code,
  says: `${entry.title} (HTTP ${String(status)}). ${entry.means}`,
  who: entry.who,
  hint: `${entry.fix} ${causesWords(entry)}`.trim(),
  section: entry.section,
});

export const causesWords = ({ causes }: CatalogueEntry): string =>
  causes === undefined ? '' : `Listed causes: ${causes.join('; ')}.`;

/** A code that may be something else, such as a receipt that the service repeats, is not printed. */
const notListed = (code: string, near: readonly string[]): string => {
  const named = looksLikeCode(code) ? `the error code \`${code}\`` : 'an error code';
  const similar = near.length === 0 ? '' : `; similar listed codes: ${near.join(', ')}`;
  return `the service sent ${named}, which its contract does not list${similar}`;
};

const unlisted = (book: CodeBook, code: string, status: number): JudgedError => {
  const near = nearestCodes(book, code);
  return {
    code,
    says: `The service answered HTTP ${String(status)} with an error code that its contract does not list.`,
    hint: sentences(
      'The meaning of this code is not known.',
      near.length > 0 && `Similar listed codes: ${near.join(', ')}.`,
      familyRule(status),
    ),
    section: book.section,
  };
};

const unnamed = (book: CodeBook, status: number): JudgedError => ({
  code: `http-${String(status)}`,
  says: `The service answered HTTP ${String(status)} without an error code from its contract.`,
  hint: familyRule(status),
  section: book.section,
});

const otherStatus = ({ member, section }: CodeBook, entry: CatalogueEntry, status: number): Anomaly[] =>
  entry.status === status
    ? []
    : [
        {
          field: member,
          says: `came with HTTP ${String(status)}; the contract lists this code with HTTP ${String(entry.status)}`,
          section,
        },
      ];

const nearestCodes = ({ catalogue }: CodeBook, code: string): string[] =>
  nearest(code, Object.keys(catalogue));

/** §7.1, expected caller behaviour 2 and 5. */
export const familyRule = (status: number): string =>
  status >= 500 && status < 600
    ? 'Retry with exponential back-off.'
    : status >= 400 && status < 500
      ? 'The request was wrong: fix it, do not retry blindly.'
      : 'Do not grant on this answer.';

/** One word, as every listed code is: not a sentence, an option, shell syntax, or a receipt that a service repeats. */
export const looksLikeCode = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text) &&
  !(/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text));

/** The command that explains a failure. A code that is unsafe in a shell is replaced by the status. */
export const explainCommand = (status: number, code: string | undefined): string[] => [
  'pvg',
  'explain-error',
  code !== undefined && looksLikeCode(code) ? code : String(status),
];
