import type { Interface } from '../contract/interfaces.js';
import { listedFailures, type Code, type ListedFailure } from '../contract/listed.js';
import type { ExitStatus } from '../failure.js';
import { policies, type Advice } from '../service/policy.js';
import { kindOfRefusal } from '../service/refusal.js';
import { codeWords, type CodeWords } from './code-words.js';

/** One failure of the service: everything that the contract and pvg say about its code. */
export interface CatalogueEntry extends ListedFailure, CodeWords {
  readonly retry: (typeof retries)[keyof typeof retries];
  /** Whether the game may grant the item on this answer. */
  readonly grant: 'no' | 'not-again' | 'does-not-apply';
  readonly advice: Advice;
  readonly exit: ExitStatus;
}

/** Whether to repeat a request that was refused in this way. */
const retries = {
  'already-verified': 'never',
  rejected: 'never',
  refused: 'after-fixing',
  'credentials-refused': 'after-fixing',
  failed: 'with-back-off',
  limited: 'later',
} as const;

function entryOf(of: Interface, code: Code, { status, section, causes }: ListedFailure): CatalogueEntry {
  const kind = kindOfRefusal(of, status, code);
  const { exit, advice } = policies[kind];
  const grant = of === 'session' ? 'does-not-apply' : kind === 'already-verified' ? 'not-again' : 'no';
  const { title, means, who, fix } = codeWords(code);
  const meaning = { title, means, ...(causes && { causes }), who, fix };
  return { status, ...meaning, retry: retries[kind], grant, advice, exit, section };
}

const entriesOf = <Id extends Code>(of: Interface, failures: Readonly<Record<Id, ListedFailure>>) =>
  Object.fromEntries(
    Object.entries<ListedFailure>(failures).map(([code, entry]) => [code, entryOf(of, code as Code, entry)]),
  ) as Readonly<Record<Id, CatalogueEntry>>;

/** Every listed failure, for pages and outputs that list them. */
export const catalogue = {
  gateway: entriesOf('gateway', listedFailures.gateway),
  session: entriesOf('session', listedFailures.session),
} as const;
